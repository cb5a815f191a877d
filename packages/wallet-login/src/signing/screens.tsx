import { linkStyles, SiteLink } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { explain, type Screen, type WalletError } from '@fieldhouse/wallets'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { CopyButton, Support } from '../ui/CopyButton'
import { supportText } from '../ui/show-error'
import { Expiry, ExpiryVoice } from './Expiry'
import { QrCode } from './QrCode'
import s from './SigningDialog.module.css'
import { texts } from './texts'

/** Where Anchor is had. */
const DOWNLOAD = 'https://www.greymass.com/anchor'

/** A screen of the signing dialog, by its name. */
interface ScreenProps<Name extends Screen['name']> {
  /** Of the heading, which names the dialog. */
  id: string
  close: () => void
  screen: Extract<Screen, { name: Name }>
}

/** What the signing dialog shows now. */
export function ScreenContents({ screen, ...frame }: ScreenProps<Screen['name']>) {
  switch (screen.name) {
    case 'request':
      return <RequestScreen {...frame} screen={screen} />
    case 'prompt':
      return <PromptScreen {...frame} screen={screen} />
    case 'fee':
      return <FeeScreen {...frame} screen={screen} />
    case 'unreachable':
      return <UnreachableScreen {...frame} screen={screen} />
    case 'failure':
      return <FailureScreen {...frame} screen={screen} />
    default:
      return <WaitingScreen {...frame} screen={screen} />
  }
}

interface HeadProps {
  id: string
  title: ReactNode
  /** What the title is about, read out with it. */
  children: ReactNode
}

/** A screen's heading, which gets the focus when the screen comes, and its text. */
function Head({ id, title, children }: HeadProps) {
  const text = `${id}-text`
  return (
    <>
      <h2 id={id} className={s.heading} tabIndex={-1} data-initial-focus aria-describedby={text}>
        {title}
      </h2>
      <div id={text} className={s.text}>
        {children}
      </div>
    </>
  )
}

interface ActionProps {
  onClick: () => void
  /** Not what the screen is for. */
  isOther?: boolean
  children: ReactNode
}

const Action = ({ onClick, isOther = false, children }: ActionProps) => (
  <button type="button" className={isOther ? linkStyles.outline : linkStyles.button} onClick={onClick}>
    {children}
  </button>
)

/** Something is under way, or done: there is nothing to decide. */
function WaitingScreen({ id, screen }: ScreenProps<'preparing' | 'checking' | 'sending' | 'success'>) {
  const { t } = useTexts(texts)
  const isDone = screen.name === 'success'
  return (
    <>
      <Head id={id} title={t(`${screen.name}.title`)}>
        <p>{isDone ? t(`success.${screen.purpose}`) : t(`${screen.name}.text`)}</p>
      </Head>
      <p className={s.progress} data-done={isDone || undefined} aria-hidden="true" />
    </>
  )
}

/** A request for any Anchor: as a QR code for another device, as a link to copy, and for the wallet of this device. */
function RequestScreen({ id, screen }: ScreenProps<'request'>) {
  const { t } = useTexts(texts)
  const { purpose, manual, address, launch, deadline } = screen
  const open = (event: MouseEvent) => {
    event.preventDefault()
    launch()
  }
  return (
    <>
      <Head id={id} title={t(manual ? 'request.manual' : `request.${purpose}`)}>
        <p>{t(manual ? 'request.manualText' : 'request.text')}</p>
      </Head>
      <QrCode text={address} label={t('request.code')} tooLong={t('request.tooLong')} />
      <CopyButton text={address} say={(what) => t(`request.${what}`)} />
      <a className={linkStyles.button} href={address} onClick={open}>
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

/** The request went to the linked device: the wallet there asks for the signature. */
function PromptScreen({ id, screen }: ScreenProps<'prompt'>) {
  const { t } = useTexts(texts)
  const { device, deadline, signManually } = screen
  const title = (
    <>
      {t('prompt.title')} <Expiry deadline={deadline}>{(time) => <b className={s.clock}>{time}</b>}</Expiry>
    </>
  )
  return (
    <>
      <Head id={id} title={title}>
        <p>{device ? t('prompt.text', { device }) : t('prompt.unnamed')}</p>
      </Head>
      <ExpiryVoice deadline={deadline} />
      <Action onClick={signManually} isOther>
        {t('prompt.manual')}
      </Action>
    </>
  )
}

/** The resource provider covers the transaction for a fee (specification, section 4, Fee offer). */
function FeeScreen({ id, close, screen }: ScreenProps<'fee'>) {
  const { t } = useTexts(texts)
  const { fee, deadline, accept, decline } = screen
  return (
    <>
      <Head id={id} title={t('fee.title')}>
        <p>{t('fee.text')}</p>
        <p>{t('fee.choice')}</p>
      </Head>
      <Action onClick={accept}>{t('fee.accept', { fee })}</Action>
      <Action onClick={decline} isOther>
        {t('fee.decline')}
      </Action>
      <Action onClick={close} isOther>
        {t('fee.cancel')}
      </Action>
      <p className={s.aside}>
        <Expiry deadline={deadline}>{(time) => t('fee.expires', { time })}</Expiry>
      </p>
      <ExpiryVoice deadline={deadline} />
    </>
  )
}

/** What went wrong: section 8's sentence first, the plain words below (specification, section 8). */
function Told({ error, children }: { error: WalletError; children?: ReactNode }) {
  const { title, text } = explain(error, useTexts(texts).language)
  return (
    <>
      <p>
        <b>{title}</b>
      </p>
      {children}
      <p>{text}</p>
    </>
  )
}

/** The linked wallet did not get the request, or got it and did not answer; the visitor can take the request there. */
function UnreachableScreen({ id, close, screen }: ScreenProps<'unreachable'>) {
  const { t, language } = useTexts(texts)
  const { device, error, signManually } = screen
  const [support] = useState(() => supportText(error, 'anchor'))
  return (
    <>
      {error.kind === 'delivery' ? (
        <Head id={id} title={t('unreachable.title')}>
          <Told error={error}>
            <p>{device ? t('unreachable.text', { device }) : t('unreachable.unnamed')}</p>
          </Told>
        </Head>
      ) : (
        <Head id={id} title={explain(error, language).title}>
          <p>{explain(error, language).text}</p>
        </Head>
      )}
      <Action onClick={signManually}>{t('request.manual')}</Action>
      <Action onClick={close} isOther>
        {t('fee.cancel')}
      </Action>
      <Support text={support} />
    </>
  )
}

/** It did not work: what happened, what to do, and the node's or the wallet's own words (specification, section 8). */
function FailureScreen({ id, close, screen }: ScreenProps<'failure'>) {
  const { t, language } = useTexts(texts)
  const { text, detail } = explain(screen.error, language)
  const [support] = useState(() => supportText(screen.error, 'anchor'))
  return (
    <>
      <Head id={id} title={t(`failure.${screen.purpose}`)}>
        <Told error={screen.error} />
        {detail && !text.includes(detail) && (
          <figure className={s.said}>
            <figcaption>{t('failure.said')}</figcaption>
            <blockquote>{detail}</blockquote>
          </figure>
        )}
      </Head>
      <Action onClick={close}>{t('close')}</Action>
      <Support text={support} />
    </>
  )
}
