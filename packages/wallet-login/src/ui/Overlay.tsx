import { addTexts, createI18n, I18nRoot } from '@fieldhouse/i18n'
import { shownPage } from '@fieldhouse/wallet-login'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { SigningDialog } from '../signing/SigningDialog'
import { NAMESPACE as SIGNING_NAMESPACE, texts as signingTexts } from '../signing/texts'
import { LoginModal } from './login/LoginModal'
import { NAMESPACE, texts } from './texts'
import { Toasts } from './toasts/Toasts'

/** Everything that stands over the page. Language and look are those of the page shown. */
export function Overlay({ region }: { region: HTMLElement }) {
  const page = useSyncExternalStore(shownPage.subscribe, shownPage.get)
  const language = page?.language ?? 'en'
  const look = page?.header ?? 'default'
  const i18n = useMemo(() => {
    const instance = createI18n(language)
    addTexts(instance, NAMESPACE, texts)
    addTexts(instance, SIGNING_NAMESPACE, signingTexts)
    return instance
  }, [language])
  useEffect(() => {
    region.dataset.look = look
  }, [region, look])
  return (
    <I18nRoot i18n={i18n}>
      <LoginModal />
      <SigningDialog />
      {createPortal(<Toasts />, region)}
    </I18nRoot>
  )
}
