import { COPIED_DURATION } from '@fieldhouse/contract/constants'
import { linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { useEffect, useState } from 'react'
import s from './SigningDialog.module.css'
import { texts } from './texts'

/** Copies an address; that it is copied shows for two seconds (specification, section 9). */
export function CopyLink({ address }: { address: string }) {
  const { t } = useTexts(texts)
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const [copies, setCopies] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each copy begins the two seconds anew.
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(null), COPIED_DURATION)
    return () => clearTimeout(timer)
  }, [outcome, copies])

  const copy = async () => {
    try {
      // Not there on a page without TLS.
      await navigator.clipboard.writeText(address)
      setOutcome('copied')
      setCopies((count) => count + 1)
    } catch {
      setOutcome('refused')
    }
  }

  return (
    <>
      <button
        type="button"
        className={`${linkStyles.text} ${s.copy}`}
        data-copied={outcome === 'copied' || undefined}
        onClick={copy}
      >
        {t('request.copy')}
      </button>
      <p className={s.copied} role="status">
        {outcome === 'copied' && t('request.copied')}
        {outcome === 'refused' && t('request.notCopied')}
      </p>
      {outcome === 'refused' && (
        <input
          className={s.address}
          aria-label={t('request.address')}
          readOnly
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </>
  )
}
