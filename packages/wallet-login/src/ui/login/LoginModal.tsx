import { Dialog, SiteLink } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { WALLETS, type WalletName } from '@fieldhouse/wallets'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { page } from '../page'
import { texts } from '../texts'
import { warm } from '../wallets'
import s from './LoginModal.module.css'
import { closeLogin, modal } from './modal-state'
import { WalletChoice } from './WalletChoice'

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

interface ContentsProps {
  heading: string
  awaited: WalletName | null
}

function Contents({ heading, awaited }: ContentsProps) {
  const { t } = useTexts(texts)
  const { product, links } = page().settings
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
      <p className={s.help}>
        {t('login.noWallet')}{' '}
        <SiteLink href={links.createAccount} external>
          {t('login.create')}
        </SiteLink>
      </p>
      <p className={s.help}>
        {t('login.needHelp')}{' '}
        <SiteLink href={links.community} external>
          {t('login.join')}
        </SiteLink>
      </p>
    </>
  )
}
