import type { Theme } from '@fieldhouse/contract'
import { readStored, store, subscribeToStorage } from '@fieldhouse/contract/browser'
import { DEFAULT_THEME } from '@fieldhouse/contract/constants'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { useSyncExternalStore } from 'react'
import s from './ThemeSwitch.module.css'

/** Where the visitor's choice is kept (specification, section 3, Settings); a script in the page's head reads it too. */
export const THEME_KEY = 'theme'

const THEMES = ['light', 'dark', 'system'] as const satisfies Theme[]

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

const texts = defineTexts({
  en: { theme: 'Theme', light: 'Day game', dark: 'Night game', system: 'As my system' },
  es: { theme: 'Tema', light: 'De día', dark: 'De noche', system: 'Como mi sistema' },
})

/** Filled by day, empty by night, half for the system's. */
const FILL: Record<Theme, string> = { light: 'M2 2H18V18H2Z', dark: '', system: 'M10 2H18V18H10Z' }

const unknown = () => null

/** Light, dark or the system's (specification, section 3, Settings). */
export function ThemeSwitch() {
  const { t } = useTexts(texts)
  const chosen = useSyncExternalStore<Theme | null>(subscribeToTheme, storedTheme, unknown)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a row.
    <span className={s.switch} role="group" aria-label={t('theme')}>
      {THEMES.map((theme) => (
        <button
          key={theme}
          type="button"
          aria-pressed={theme === chosen}
          aria-label={t(theme)}
          title={t(theme)}
          onClick={() => chooseTheme(theme)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path className={s.outline} d="M2 2H18V18H2Z" />
            <path d={FILL[theme]} />
          </svg>
        </button>
      ))}
    </span>
  )
}
