import { useTexts } from '@fieldhouse/i18n'
import type { Screen } from '@fieldhouse/wallets'
import { explain } from '@fieldhouse/wallets'
import s from '../SigningDialog.module.css'
import { texts } from '../texts'
import { ScreenHead } from './ScreenHead'
import type { ScreenProps } from './screen-props'

interface UnreachableScreenProps extends ScreenProps {
  failure: Extract<Screen, { name: 'unreachable' }>
}

/** The linked wallet did not get the request or did not answer; the visitor can take the request there. */
export function UnreachableScreen({ id, close, failure }: UnreachableScreenProps) {
  const { t, language } = useTexts(texts)
  const { device, error, signManually } = failure
  return (
    <>
      <ScreenHead id={id} title={t('unreachable.title')}>
        {error.kind === 'delivery' && <p>{device ? t('unreachable.text', { device }) : t('unreachable.unnamed')}</p>}
        <p>{explain(error, language).text}</p>
      </ScreenHead>
      <button type="button" className={s.action} onClick={signManually}>
        {t('unreachable.manual')}
      </button>
      <button type="button" className={s.other} onClick={close}>
        {t('unreachable.cancel')}
      </button>
    </>
  )
}
