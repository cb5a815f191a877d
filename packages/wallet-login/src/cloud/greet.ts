import type { Language } from '@fieldhouse/contract'

const PREPARING = { en: 'Preparing request...', es: 'Preparando la solicitud...' }

/** Says in the window that is still empty what it waits for. The wallet's own page, from another origin, takes its place. */
export function greet(popup: Window, language: Language): void {
  try {
    const { document } = popup
    document.title = 'Cloud Wallet'
    document.documentElement.lang = language
    document.documentElement.style.colorScheme = 'light dark'
    document.body.textContent = PREPARING[language]
  } catch {
    // It shows the wallet from a request before, which is not ours to touch.
  }
}
