import type { Theme } from '@fieldhouse/contract'
import { readStored, store, subscribeToStorage } from '@fieldhouse/contract/browser'
import { DEFAULT_THEME } from '@fieldhouse/contract/constants'

/** Where the visitor's choice is kept (specification, section 3, Settings); a script in the page's head reads it too. */
export const THEME_KEY = 'theme'

export const THEMES = ['light', 'dark', 'system'] as const satisfies Theme[]

const listeners = new Set<() => void>()

let stopFollowing = () => {}

const preferred = () => matchMedia('(prefers-color-scheme: light)')

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme === 'system' ? (preferred().matches ? 'light' : 'dark') : theme
  for (const listener of listeners) listener()
}

const showStored = () => show(storedTheme())

/** The choice that storage did not take. */
let unstored: Theme | null = null

/** What the visitor chose; the default when nothing valid is stored. */
export function storedTheme(): Theme {
  const chosen = unstored ?? readStored(THEME_KEY)
  return THEMES.find((theme) => theme === chosen) ?? DEFAULT_THEME
}

/** Keeps and shows a theme. Without storage it holds until the page is left. */
export function chooseTheme(theme: Theme): void {
  unstored = store(THEME_KEY, theme) ? null : theme
  show(theme)
}

/** Tells of changes made here, in another tab, and by the operating system. */
export function subscribeToTheme(listener: () => void): () => void {
  if (listeners.size === 0) {
    stopFollowing = subscribeToStorage((key) => key === THEME_KEY, showStored)
    preferred().addEventListener('change', showStored)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopFollowing()
    preferred().removeEventListener('change', showStored)
  }
}
