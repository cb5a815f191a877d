import { useTexts } from '@fieldhouse/i18n'
import type { WALLETS, WalletInfo, WalletName } from '@fieldhouse/wallets'
import { page } from '../page'
import { texts } from '../texts'
import { hints } from '../wallets'
import s from './LoginModal.module.css'
import { chooseWallet } from './modal-state'
import { Tooltip } from './Tooltip'

export interface WalletChoiceProps {
  wallet: (typeof WALLETS)[number]
  /** It was chosen, and is not there yet. */
  isAwaited: boolean
  isFirst: boolean
  /** It was pointed at or focused: it may be chosen. */
  prepare: (wallet: WalletName) => void
}

/** A wallet's button, and its info icon, which opens the provider's site in a new window. */
export function WalletChoice({ wallet, isAwaited, isFirst, prepare }: WalletChoiceProps) {
  const { t, language } = useTexts(texts)
  const { name, title, site }: WalletInfo & { name: WalletName } = wallet
  const sites: Partial<Record<WalletName, string>> = page().settings.wallets.sites
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
      <Tooltip text={t('login.tooltip')}>
        {(handlers) => (
          <a
            href={sites[name] ?? site}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('login.about', { wallet: title })}
            {...handlers}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M1.5 1.5H22.5V22.5H1.5ZM12 10.5V18M12 5.5V8" />
            </svg>
          </a>
        )}
      </Tooltip>
    </li>
  )
}
