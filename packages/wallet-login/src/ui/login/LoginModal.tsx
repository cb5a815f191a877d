import { Dialog, SiteLink } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { WALLETS, type WalletInfo, type WalletName } from '@fieldhouse/wallets'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { page } from '../page'
import { texts } from '../texts'
import { hints, warm } from '../wallets'
import s from './LoginModal.module.css'
import { chooseWallet, closeLogin, modal } from './modal-state'

/** The login modal (specification, section 2). */
export function LoginModal() {
  const { t } = useTexts(texts)
  const heading = useId()
  const { isOpen, awaited } = useSyncExternalStore(modal.subscribe, modal.get)
  return (
    <Dialog open={isOpen} label={heading} onClose={closeLogin} closeLabel={t('login.close')} isMarked>
      <Contents heading={heading} awaited={awaited} />
    </Dialog>
  )
}

function Contents({ heading, awaited }: { heading: string; awaited: WalletName | null }) {
  const { t } = useTexts(texts)
  const { product, links } = page().settings
  const answers = questionsPage()
  // The focus that comes with the modal is nobody's choice.
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
  }, [])
  const prepare = (wallet: WalletName) => {
    if (isShown.current) warm(wallet)
  }
  return (
    <>
      <h2 id={heading} className={s.heading}>
        {t('login.heading', { product })}
      </h2>
      <p>{t('login.text')}</p>
      <ul className={s.wallets}>
        {WALLETS.map((wallet, index) => (
          <WalletChoice
            key={wallet.name}
            wallet={wallet}
            isAwaited={awaited === wallet.name}
            isFirst={index === 0}
            prepare={prepare}
          />
        ))}
      </ul>
      <Help text={t('login.noWallet')} href={links.createAccount} link={t('login.create')} />
      <Help text={t('login.cost')} href={answers && `${answers}#what-is-wax`} link={t('login.getWax')} />
      <Help text={t('login.needHelp')} href={links.community} link={t('login.join')} />
    </>
  )
}

const Help = ({ text, href, link }: { text: string; href: string | undefined; link: string }) => (
  <p className={s.help}>
    {text}{' '}
    {href && (
      <SiteLink href={href} external>
        {link}
      </SiteLink>
    )}
  </p>
)

/** The page that answers questions, if the menu has one: that of the edition shown, or else the first. */
function questionsPage(): string | undefined {
  const { settings, shown } = page()
  const links = settings.navigation.flatMap(({ link, content = [] }) => [link, ...content.map((entry) => entry.link)])
  const all = links.filter((link) => /^\/[^/]+\/faq$/.test(link))
  return all.find((link) => link === `/${shown.get()?.edition}/faq`) ?? all[0]
}

interface WalletChoiceProps {
  wallet: (typeof WALLETS)[number]
  /** It was chosen, and is not there yet. */
  isAwaited: boolean
  isFirst: boolean
  /** It was pointed at or focused: it may be chosen. */
  prepare: (wallet: WalletName) => void
}

/** A wallet's button, and its info icon, which opens the provider's site in a new window. */
function WalletChoice({ wallet, isAwaited, isFirst, prepare }: WalletChoiceProps) {
  const { t, language } = useTexts(texts)
  const { name, title, site }: WalletInfo & { name: WalletName } = wallet
  const sites: Partial<Record<WalletName, string>> = page().settings.wallets.sites
  const tooltip = useId()
  return (
    <li className={s.choice}>
      <button
        type="button"
        aria-busy={isAwaited}
        onClick={() => chooseWallet(name)}
        onPointerEnter={() => prepare(name)}
        onFocus={() => prepare(name)}
        {...(isFirst && { 'data-initial-focus': true })}
      >
        <b>{title}</b> <span>{isAwaited ? t('login.loading') : hints.get(name)?.[language]}</span>
      </button>
      <span className={s.about}>
        <a href={sites[name] ?? site} target="_blank" rel="noopener noreferrer" aria-describedby={tooltip}>
          <span className="fh-hidden">{t('login.about', { wallet: title })}</span>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M1.5 1.5H22.5V22.5H1.5ZM12 10.5V18M12 5.5V8" />
          </svg>
        </a>
        <span id={tooltip} role="tooltip" className={s.tooltip}>
          {t('login.tooltip')}
        </span>
      </span>
    </li>
  )
}
