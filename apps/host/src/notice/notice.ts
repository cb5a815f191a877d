import type { Language } from '@fieldhouse/contract'
import './notice.css'

const TEXTS: Record<Language, { message: string; again: string }> = {
  en: { message: 'Part of this page could not be loaded. You can still read it.', again: 'Try again' },
  es: {
    message: 'No se ha podido cargar una parte de esta página. Puedes seguir leyéndola.',
    again: 'Inténtalo de nuevo',
  },
}

/** The bar that says that something failed, or that there is no connection. At most one stands on the page. */
export interface Notice {
  /**
   * Shows that a part of the page is missing, until it is hidden.
   *
   * @param again what 'Try again' does
   */
  show: (again: () => void) => void
  hide: () => void
  /**
   * Says something else in the place of that, which is shown again once this is over.
   *
   * @param message in the page's language
   * @returns ends it
   */
  say: (again: () => void, message: string) => () => void
}

/**
 * Plain elements and text: it must work when nothing else does, and Trusted Types refuse markup.
 *
 * @param place puts the bar's place into the page
 */
export function createNotice(
  document: Document,
  language: () => Language,
  place: (region: HTMLElement) => void,
): Notice {
  // It stands there before there is anything to say: what a region has when it comes is not said.
  const region = document.createElement('div')
  region.setAttribute('role', 'status')
  place(region)
  let missing: HTMLElement | null = null
  let said: HTMLElement | null = null
  const make = (again: () => void, message = TEXTS[language()].message): HTMLElement => {
    const bar = document.createElement('div')
    bar.className = 'fh-notice'
    const text = document.createElement('span')
    text.textContent = message
    const button = document.createElement('button')
    button.textContent = TEXTS[language()].again
    button.addEventListener('click', () => {
      button.disabled = true
      again()
    })
    bar.append(text, button)
    return bar
  }
  const hide = () => {
    missing?.remove()
    missing = null
  }
  return {
    hide,
    show(again) {
      hide()
      missing = make(again)
      if (!said) region.append(missing)
    },
    say(again, message) {
      said?.remove()
      missing?.remove()
      const bar = make(again, message)
      said = bar
      region.append(bar)
      return () => {
        if (said !== bar) return
        bar.remove()
        said = null
        if (missing) region.append(missing)
      }
    },
  }
}
