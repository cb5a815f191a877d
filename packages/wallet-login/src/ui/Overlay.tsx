import { I18nRoot } from '@fieldhouse/i18n'
import { shownPage } from '@fieldhouse/wallet-login'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { SigningDialog } from '../signing/SigningDialog'
import { LoginModal } from './login/LoginModal'
import { Toasts } from './toasts/Toasts'

/** Everything that stands over the page. Language and look are those of the page shown. */
export function Overlay({ region }: { region: HTMLElement }) {
  const page = useSyncExternalStore(shownPage.subscribe, shownPage.get)
  const language = page?.language ?? 'en'
  const look = page?.header ?? 'default'
  useEffect(() => {
    region.dataset.look = look
  }, [region, look])
  return (
    <I18nRoot language={language}>
      <LoginModal />
      <SigningDialog />
      {createPortal(<Toasts />, region)}
    </I18nRoot>
  )
}
