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

interface Said {
  again: () => void
  /** @default that a part of the page is missing */
  message?: string
}

/**
 * Plain elements and text: it must work when nothing else does, and Trusted Types refuse markup.
 *
 * @param place puts the bar into the page
 */
export function createNotice(document: Document, language: () => Language, place: (bar: HTMLElement) => void): Notice {
  let bar: HTMLElement | null = null
  let missing: Said | null = null
  let said: Said | null = null
  let shown: Said | null = null
  const update = () => {
    const next = said ?? missing
    if (next === shown) return
    shown = next
    bar?.remove()
    bar = next && make(next)
    if (bar) place(bar)
  }
  const make = ({ again, message }: Said): HTMLElement => {
    const texts = TEXTS[language()]
    const made = document.createElement('div')
    made.className = 'fh-notice'
    made.setAttribute('role', 'status')
    const text = document.createElement('span')
    text.textContent = message ?? texts.message
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = texts.again
    button.addEventListener('click', () => {
      button.disabled = true
      again()
    })
    made.append(text, button)
    return made
  }
  return {
    show(again) {
      missing = { again }
      update()
    },
    hide() {
      missing = null
      update()
    },
    say(again, message) {
      const mine = { again, message }
      said = mine
      update()
      return () => {
        if (said !== mine) return
        said = null
        update()
      }
    },
  }
}
