import type { Language } from '@fieldhouse/contract'
import './notice.css'

const TEXTS: Record<Language, { message: string; again: string }> = {
  en: { message: 'Part of this page could not be loaded. You can still read it.', again: 'Try again' },
  es: {
    message: 'No se ha podido cargar una parte de esta página. Puedes seguir leyéndola.',
    again: 'Inténtalo de nuevo',
  },
}

/** The bar that says that something failed. At most one stands on the page. */
export interface Notice {
  /**
   * Shows the bar, or leaves it.
   *
   * @param again what 'Try again' does
   * @param message what it says, in the page's language. @default that a part of the page is missing
   */
  show: (again: () => void, message?: string) => void
  hide: () => void
}

/**
 * Plain elements and text: it must work when nothing else does, and Trusted Types refuse markup.
 *
 * @param place puts the bar into the page
 */
export function createNotice(document: Document, language: () => Language, place: (bar: HTMLElement) => void): Notice {
  let bar: HTMLElement | null = null
  const hide = () => {
    bar?.remove()
    bar = null
  }
  return {
    hide,
    show(again, text) {
      hide()
      const texts = TEXTS[language()]
      bar = document.createElement('div')
      bar.className = 'fh-notice'
      bar.setAttribute('role', 'status')
      const message = document.createElement('span')
      message.textContent = text ?? texts.message
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = texts.again
      button.addEventListener('click', () => {
        button.disabled = true
        again()
      })
      bar.append(message, button)
      place(bar)
    },
  }
}
