import { useTexts } from '@fieldhouse/i18n'
import type { Screen } from '@fieldhouse/wallets'
import s from '../SigningDialog.module.css'
import { texts } from '../texts'
import { Expiry, ExpiryVoice } from './Expiry'
import { ScreenHead } from './ScreenHead'
import type { ScreenProps } from './screen-props'

interface FeeScreenProps extends ScreenProps {
  offer: Extract<Screen, { name: 'fee' }>
}

/** The resource provider covers the transaction for a fee (specification, section 4, Fee offer). */
export function FeeScreen({ id, close, offer }: FeeScreenProps) {
  const { t } = useTexts(texts)
  const { fee, deadline, accept, decline } = offer
  return (
    <>
      <ScreenHead id={id} title={t('fee.title')}>
        <p>{t('fee.text')}</p>
        <p>{t('fee.choice')}</p>
      </ScreenHead>
      <button type="button" className={s.action} onClick={accept}>
        {t('fee.accept', { fee })}
      </button>
      <button type="button" className={s.other} onClick={decline}>
        {t('fee.decline')}
      </button>
      <button type="button" className={s.other} onClick={close}>
        {t('fee.cancel')}
      </button>
      <p className={s.aside}>
        <Expiry deadline={deadline}>{(time) => t('fee.expires', { time })}</Expiry>
      </p>
      <ExpiryVoice deadline={deadline} />
    </>
  )
}
