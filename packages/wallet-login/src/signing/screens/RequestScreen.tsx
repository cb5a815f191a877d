import { SiteLink } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { Screen } from '@fieldhouse/wallets'
import type { MouseEvent } from 'react'
import { CopyLink } from '../CopyLink'
import { QrCode } from '../QrCode'
import s from '../SigningDialog.module.css'
import { texts } from '../texts'
import { Expiry, ExpiryVoice } from './Expiry'
import { ScreenHead } from './ScreenHead'
import type { ScreenProps } from './screen-props'

/** Where Anchor is had. */
const DOWNLOAD = 'https://www.greymass.com/anchor'

interface RequestScreenProps extends ScreenProps {
  request: Extract<Screen, { name: 'request' }>
}

/** A request for any Anchor: as a QR code for another device, as a link to copy, and for the wallet of this device. */
export function RequestScreen({ id, request }: RequestScreenProps) {
  const { t } = useTexts(texts)
  const { purpose, manual, address, launch, deadline } = request
  const open = (event: MouseEvent) => {
    event.preventDefault()
    launch()
  }
  return (
    <>
      <ScreenHead id={id} title={t(manual ? 'request.manual' : `request.${purpose}`)}>
        <p>{t(manual ? 'request.manualText' : 'request.text')}</p>
      </ScreenHead>
      <QrCode text={address} label={t('request.code')} tooLong={t('request.tooLong')} />
      <CopyLink address={address} />
      <a className={s.action} href={address} onClick={open}>
        {t('request.launch')}
      </a>
      {deadline === null ? (
        <p className={s.aside}>
          {t('request.noAnchor')} <SiteLink href={DOWNLOAD}>{t('request.download')}</SiteLink>
        </p>
      ) : (
        <>
          <p className={s.aside}>
            <Expiry deadline={deadline}>{(time) => t('request.expires', { time })}</Expiry>
          </p>
          <ExpiryVoice deadline={deadline} />
        </>
      )}
    </>
  )
}
