// @vitest-environment jsdom
import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { addTexts, createI18n, I18nRoot, useTexts } from './texts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const texts = {
  en: {
    greet: 'Hello {{name}}',
    left_one: '{{count}} pack',
    left_other: '{{count}} packs',
    deep: { only: 'English' },
    'Next sale in:': 'colon',
  },
  es: { greet: 'Hola {{name}}', left_one: '{{count}} sobre', left_other: '{{count}} sobres' },
}

const ready = (language: 'en' | 'es') => {
  const instance = createI18n(language)
  addTexts(instance, 'sale', texts)
  return instance
}

function Greeting() {
  const { t, language } = useTexts('sale')
  return (
    <p lang={language}>
      {t('greet', { name: '<b>&"$t(deep.only)' })} · {t('left', { count: 1 })} · {t('left', { count: 5 })} ·{' '}
      {t('deep.only')} · {t('Next sale in:')}
    </p>
  )
}

afterEach(() => vi.restoreAllMocks())

it('has its texts at once, while prerendering, without suspense', () => {
  const html = renderToString(
    <I18nRoot i18n={ready('es')}>
      <Greeting />
    </I18nRoot>,
  )
  expect(html).toContain('<p lang="es">Hola ')
  expect(html).toContain('5 sobres')
})

it('puts values in as they are, and React escapes them once', () => {
  const text = new DOMParser().parseFromString(
    renderToString(
      <I18nRoot i18n={ready('en')}>
        <Greeting />
      </I18nRoot>,
    ),
    'text/html',
  ).body.textContent
  expect(text).toBe('Hello <b>&"$t(deep.only) · 1 pack · 5 packs · English · colon')
})

it('falls back to English where Spanish has no text', () => {
  const instance = ready('es')
  expect(instance.getFixedT('es', 'sale')('deep.only')).toBe('English')
})

it('keeps instances apart and says nothing on the console', () => {
  const said = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
  const english = ready('en')
  const spanish = ready('es')
  expect(english.getFixedT(null, 'sale')('greet', { name: 'A' })).toBe('Hello A')
  expect(spanish.getFixedT(null, 'sale')('greet', { name: 'A' })).toBe('Hola A')
  for (const spy of said) expect(spy).not.toHaveBeenCalled()
})

it('renders again when the language changes', async () => {
  const instance = ready('en')
  const element = document.createElement('div')
  const root = createRoot(element)
  act(() =>
    root.render(
      <StrictMode>
        <I18nRoot i18n={instance}>
          <Greeting />
        </I18nRoot>
      </StrictMode>,
    ),
  )
  expect(element.textContent).toContain('Hello')
  await act(() => instance.changeLanguage('es'))
  expect(element.textContent).toContain('Hola')
  act(() => root.unmount())
})
