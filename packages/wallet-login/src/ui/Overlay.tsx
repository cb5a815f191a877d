import { I18nRoot } from '@fieldhouse/i18n'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { SigningDialog } from '../signing/SigningDialog'
import { LoginModal } from './login/LoginModal'
import { page } from './page'
import { Toasts } from './toasts/Toasts'

/** Everything that stands over the page. Language and look are those of the page shown. */
export function Overlay({ region }: { region: HTMLElement }) {
  const { subscribe, get } = page().shown
  const shown = useSyncExternalStore(subscribe, get)
  const look = shown?.header ?? 'default'
  useEffect(() => {
    region.dataset.look = look
  }, [region, look])
  return (
    <I18nRoot language={shown?.language ?? 'en'}>
      <LoginModal />
      <SigningDialog />
      {createPortal(<Toasts />, region)}
    </I18nRoot>
  )
}
