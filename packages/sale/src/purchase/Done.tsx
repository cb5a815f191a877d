import { linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { type ReactNode, useEffect, useRef } from 'react'
import { formTexts } from './form-texts'

export interface DoneProps {
  quantity: bigint
  transactionId: string
  onAgain: () => void
  onClose: () => void
}

/** The purchase is in the chain. It takes the focus, which stood on a button that is gone. */
export function Done({ quantity, transactionId, onAgain, onClose }: DoneProps): ReactNode {
  const { t } = useTexts(formTexts)
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <section>
      <p ref={said} tabIndex={-1}>
        {t('done', { count: Number(quantity) })}
      </p>
      <dl>
        <dt>{t('transaction')}</dt>
        <dd>{transactionId}</dd>
      </dl>
      <p>
        <button type="button" className={linkStyles.button} onClick={onClose}>
          {t('close')}
        </button>
        <button type="button" className={linkStyles.text} onClick={onAgain}>
          {t('again')}
        </button>
      </p>
    </section>
  )
}
