import { copyText } from '@fieldhouse/contract/browser'
import { COPIED_DURATION } from '@fieldhouse/contract/constants'
import { linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { useEffect, useState } from 'react'
import s from './CopyButton.module.css'
import { texts } from './texts'

interface CopyButtonProps {
  /** What is copied. */
  text: string
  children: string
  /** Said when it is. */
  copied: string
  /** Said when the browser does not let us. */
  notCopied: string
  /** Names the field to copy by hand from then. */
  field: string
}

/** Copies a text; that it is copied shows for two seconds (specification, section 9). */
export function CopyButton({ text, children, copied, notCopied, field }: CopyButtonProps) {
  /** An object of its own for each press: each begins the two seconds anew. */
  const [last, setLast] = useState<{ outcome: 'copied' | 'refused' } | null>(null)
  const outcome = last?.outcome

  useEffect(() => {
    if (last?.outcome !== 'copied') return
    const timer = setTimeout(() => setLast(null), COPIED_DURATION)
    return () => clearTimeout(timer)
  }, [last])

  const copy = async () => setLast({ outcome: (await copyText(text)) ? 'copied' : 'refused' })

  return (
    <>
      <button
        type="button"
        className={`${linkStyles.text} ${s.copy}`}
        data-copied={outcome === 'copied' || undefined}
        onClick={copy}
      >
        {children}
      </button>
      <p className={s.said} role="status">
        {outcome === 'copied' && copied}
        {outcome === 'refused' && notCopied}
      </p>
      {outcome === 'refused' && (
        <input
          className={s.field}
          aria-label={field}
          readOnly
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </>
  )
}

/** Copies what support asks for. */
export function Support({ text }: { text: string }) {
  const { t } = useTexts(texts)
  return (
    <CopyButton text={text} copied={t('support.copied')} notCopied={t('support.notCopied')} field={t('support.field')}>
      {t('support.copy')}
    </CopyButton>
  )
}
