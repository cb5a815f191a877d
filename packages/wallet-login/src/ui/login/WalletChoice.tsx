import { useTexts } from '@fieldhouse/i18n'
import type { WalletName } from '@fieldhouse/wallets'
import { page } from '../page'
import { texts } from '../texts'
import s from './LoginModal.module.css'
import { chooseWallet } from './modal-state'
import { Tooltip } from './Tooltip'

export interface WalletChoiceProps {
  wallet: WalletName
  /** It was chosen, and is not there yet. */
  isAwaited: boolean
  isFirst: boolean
  /** It was pointed at or focused: it may be chosen. */
  prepare: (wallet: WalletName) => void
}

/** A wallet's button, and its info icon, which opens the provider's site in a new window. */
export function WalletChoice({ wallet, isAwaited, isFirst, prepare }: WalletChoiceProps) {
  const { t } = useTexts(texts)
  const name = t(`login.wallets.${wallet}.name`)
  return (
    <li className={s.choice}>
      <button
        type="button"
        aria-busy={isAwaited}
        onClick={() => chooseWallet(wallet)}
        onPointerEnter={() => prepare(wallet)}
        onFocus={() => prepare(wallet)}
        {...(isFirst && { 'data-initial-focus': true })}
      >
        <b>{name}</b> <span>{isAwaited ? t('login.loading') : t(`login.wallets.${wallet}.hint`)}</span>
      </button>
      <Tooltip text={t('login.tooltip')}>
        {(handlers) => (
          <a
            href={page().settings.wallets.sites[wallet]}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('login.about', { wallet: name })}
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
