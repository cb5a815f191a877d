import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Overlay } from './Overlay'
import { page } from './page'
import { makeRegion } from './toasts/region'

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
