import { useTexts } from '@fieldhouse/i18n'
import type { Screen } from '@fieldhouse/wallets'
import s from '../SigningDialog.module.css'
import { texts } from '../texts'
import { Expiry, ExpiryVoice } from './Expiry'
import { ScreenHead } from './ScreenHead'
import type { ScreenProps } from './screen-props'

interface PromptScreenProps extends ScreenProps {
  prompt: Extract<Screen, { name: 'prompt' }>
}

/** The request went to the linked device: the wallet there asks for the signature. */
export function PromptScreen({ id, prompt }: PromptScreenProps) {
  const { t } = useTexts(texts)
  const { device, deadline, signManually } = prompt
  return (
    <>
      <ScreenHead
        id={id}
        title={
          <>
            {t('prompt.title')} <Expiry deadline={deadline}>{(time) => <b className={s.clock}>{time}</b>}</Expiry>
          </>
        }
      >
        <p>{device ? t('prompt.text', { device }) : t('prompt.unnamed')}</p>
      </ScreenHead>
      <ExpiryVoice deadline={deadline} />
      <button type="button" className={s.other} onClick={signManually}>
        {t('prompt.manual')}
      </button>
    </>
  )
}
