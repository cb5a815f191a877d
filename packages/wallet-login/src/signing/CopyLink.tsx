import { COPIED_DURATION } from '@fieldhouse/contract/constants'
import { linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { useEffect, useState } from 'react'
import s from './SigningDialog.module.css'
import { texts } from './texts'

/** Copies an address; that it is copied shows for two seconds (specification, section 9). */
export function CopyLink({ address }: { address: string }) {
  const { t } = useTexts(texts)
  /** An object of its own for each press: each begins the two seconds anew. */
  const [last, setLast] = useState<{ outcome: 'copied' | 'refused' } | null>(null)
  const outcome = last?.outcome

  useEffect(() => {
    if (last?.outcome !== 'copied') return
    const timer = setTimeout(() => setLast(null), COPIED_DURATION)
    return () => clearTimeout(timer)
  }, [last])

  const copy = async () => {
    try {
      // Not there on a page without TLS.
      await navigator.clipboard.writeText(address)
      setLast({ outcome: 'copied' })
    } catch {
      setLast({ outcome: 'refused' })
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
