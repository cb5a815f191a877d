import type { Theme } from '@fieldhouse/contract'

/** Where the visitor's choice is kept (specification, section 3, Settings); the page's theme script reads it too. */
export const THEME_KEY = 'theme'

export const THEMES = ['light', 'dark', 'system'] as const satisfies Theme[]

const listeners = new Set<() => void>()

const preferred = () => matchMedia('(prefers-color-scheme: light)')

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme === 'system' ? (preferred().matches ? 'light' : 'dark') : theme
  for (const listener of listeners) listener()
}

const showStored = () => show(storedTheme())

/** What the visitor chose; `system` when nothing valid is stored or storage is closed. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Keeps and shows a theme. Without storage it holds until the page is left. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage is closed: the choice is shown all the same.
  }
  show(theme)
}

/** Tells of changes made here, in another tab, and by the operating system. */
export function subscribeToTheme(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', showStored)
    preferred().addEventListener('change', showStored)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', showStored)
    preferred().removeEventListener('change', showStored)
  }
}
