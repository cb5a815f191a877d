import { I18nRoot } from '@fieldhouse/i18n'
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { SigningDialog } from '../signing/SigningDialog'
import { LoginModal } from './login/LoginModal'
import { page } from './page'
import { makeRegion } from './toasts/store'
import { Toasts } from './toasts/Toasts'

/** Everything that is over the page. Language and look are those of the page shown. */
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

/** Renders the overlay into `#fh-overlay`, at once: what is called next finds its live regions there. */
export function mountOverlay(): void {
  const { report } = page()
  const element = document.getElementById('fh-overlay')
  if (!element) throw new Error('showing the login modal: the page has no element #fh-overlay')
  const tell = (kind: 'recoverable' | 'uncaught') => (error: unknown) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    report({ kind, message: `overlay: ${message}`, ...(stack === undefined ? {} : { stack }) })
  }
  const overlay = document.createElement('div')
  element.replaceChildren(overlay)
  const region = makeRegion(element)
  const root = createRoot(overlay, {
    identifierPrefix: 'o-',
    onRecoverableError: tell('recoverable'),
    onUncaughtError: tell('uncaught'),
  })
  flushSync(() => root.render(<Overlay region={region} />))
}
