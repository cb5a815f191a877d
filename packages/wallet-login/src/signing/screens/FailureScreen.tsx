import { useTexts } from '@fieldhouse/i18n'
import type { Screen } from '@fieldhouse/wallets'
import { explain } from '@fieldhouse/wallets'
import s from '../SigningDialog.module.css'
import { texts } from '../texts'
import { ScreenHead } from './ScreenHead'
import type { ScreenProps } from './screen-props'

interface FailureScreenProps extends ScreenProps {
  failure: Extract<Screen, { name: 'failure' }>
}

/** It did not work: what happened, what to do, and the node's or the wallet's own words (specification, section 8). */
export function FailureScreen({ id, close, failure }: FailureScreenProps) {
  const { t, language } = useTexts(texts)
  const { title, text, detail } = explain(failure.error, language)
  return (
    <>
      <ScreenHead id={id} title={t(`failure.${failure.purpose}`)}>
        <p>
          <b>{title}</b>
        </p>
        <p>{text}</p>
        {detail && !text.includes(detail) && (
          <figure className={s.said}>
            <figcaption>{t('failure.said')}</figcaption>
            <blockquote>{detail}</blockquote>
          </figure>
        )}
      </ScreenHead>
      <button type="button" className={s.action} onClick={close}>
        {t('failure.close')}
      </button>
    </>
  )
}
