import type { Theme } from '@fieldhouse/contract'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { useSyncExternalStore } from 'react'
import s from './ThemeSwitch.module.css'
import { chooseTheme, storedTheme, subscribeToTheme, THEMES } from './theme'

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
