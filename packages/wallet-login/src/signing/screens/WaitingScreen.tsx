import { useTexts } from '@fieldhouse/i18n'
import type { Purpose } from '@fieldhouse/wallets'
import s from '../SigningDialog.module.css'
import { texts } from '../texts'
import { ScreenHead } from './ScreenHead'
import type { ScreenProps } from './screen-props'

type WaitingScreenProps = ScreenProps &
  ({ step: 'preparing' | 'checking' | 'sending' } | { step: 'success'; purpose: Purpose })

/** Something is under way, or done: there is nothing to decide. */
export function WaitingScreen(props: WaitingScreenProps) {
  const { t } = useTexts(texts)
  const { id, step } = props
  return (
    <>
      <ScreenHead id={id} title={t(`${step}.title`)}>
        <p>{step === 'success' ? t(`success.${props.purpose}`) : t(`${step}.text`)}</p>
      </ScreenHead>
      <p className={s.progress} data-done={step === 'success' || undefined} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </p>
    </>
  )
}
