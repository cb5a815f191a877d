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
  /** The button's words, what is said when it is copied or the browser does not let us, and the field to copy from then. */
  say: (what: 'copy' | 'copied' | 'notCopied' | 'field') => string
}

/** Copies a text; that it is copied shows for two seconds (specification, section 9). */
export function CopyButton({ text, say }: CopyButtonProps) {
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
        {say('copy')}
      </button>
      <p className={s.said} role="status">
        {outcome === 'copied' && say('copied')}
        {outcome === 'refused' && say('notCopied')}
      </p>
      {outcome === 'refused' && (
        <input
          className={s.field}
          aria-label={say('field')}
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
  return <CopyButton text={text} say={(what) => t(`support.${what}`)} />
}
