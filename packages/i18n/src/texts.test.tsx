// @vitest-environment jsdom
import type { Language } from '@fieldhouse/contract'
import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { overrideTexts } from './override'
import { definedTexts, defineTexts, I18nRoot, textsIn, useTexts } from './texts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const texts = defineTexts({
  en: {
    greet: 'Hello {{name}}',
    left_one: '{{count}} pack',
    left_other: '{{count}} packs',
    deep: { only: 'English' },
    'Next sale in:': 'colon',
  },
  es: {
    greet: 'Hola {{name}}',
    left_one: '{{count}} sobre',
    left_many: '{{count}} de sobres',
    left_other: '{{count}} sobres',
    deep: { only: 'Español' },
    'Next sale in:': 'dos puntos',
  },
})

const others = defineTexts({ en: { greet: 'Bye {{name}}' }, es: { greet: 'Adiós {{name}}' } })

function Greeting() {
  const { t, language } = useTexts(texts)
  const { t: other } = useTexts(others)
  return (
    <p lang={language}>
      {t('greet', { name: '<b>&"$t(deep.only)' })} · {t('left', { count: 1 })} · {t('left', { count: 5 })} ·{' '}
      {t('deep.only')} · {t('Next sale in:')} · {other('greet', { name: 'A' })}
    </p>
  )
}

const greeting = (language: Language) => (
  <I18nRoot language={language}>
    <Greeting />
  </I18nRoot>
)

it('has its texts at once, while prerendering, without suspense', () => {
  const html = renderToString(greeting('es'))
  expect(html).toContain('<p lang="es">Hola ')
  expect(html).toContain('5 sobres')
})

it('puts values in as they are, and React escapes them once', () => {
  const text = new DOMParser().parseFromString(renderToString(greeting('en')), 'text/html').body.textContent
  expect(text).toBe('Hello <b>&"$t(deep.only) · 1 pack · 5 packs · English · colon · Bye A')
})

it('has the plural form of round millions in Spanish, or that of other numbers where there is none', () => {
  expect(textsIn(texts, 'es')('left', { count: 1_000_000 })).toBe('1000000 de sobres')
  const cards = { cards_one: 'carta', cards_other: 'cartas' }
  const without = defineTexts({ en: { deep: { cards_one: 'card', cards_other: 'cards' } }, es: { deep: cards } })
  expect(textsIn(without, 'es')('deep.cards', { count: 1_000_000 })).toBe('cartas')
})

it('lets the compiler refuse a key that is none, and a language that lacks one', () => {
  const t = textsIn(texts, 'en')
  // @ts-expect-error: no such key
  expect(t('greeting')).toBe('greeting')
  // @ts-expect-error: the stem is the key, and its ending the plural's
  t('left_one')
  // @ts-expect-error: Spanish lacks a key
  defineTexts({ en: { one: '1', two: '2' }, es: { one: '1' } })
  // @ts-expect-error: Spanish lacks its plural form
  defineTexts({ en: { packs_one: '1', packs_other: '2' }, es: { packs_one: '1' } })
  // @ts-expect-error: English lacks a key
  defineTexts({ en: { one: '1' }, es: { one: '1', two: '2' } })
})

it('replaces the texts that an app has other words for, and leaves the others', () => {
  const shared = defineTexts({
    en: {
      buy: 'Buy',
      sold: 'Sold out',
      line: { leave: 'Leave', stay: 'Stay' },
      packs_one: 'pack',
      packs_other: 'packs',
    },
    es: {
      buy: 'Comprar',
      sold: 'Agotado',
      line: { leave: 'Salir', stay: 'Quedarse' },
      packs_one: 'sobre',
      packs_many: 'de sobres',
      packs_other: 'sobres',
    },
  })
  overrideTexts(shared, {
    en: { buy: 'Sign', line: { leave: 'Walk off' } },
    es: { buy: 'Fichar', line: { leave: 'Marcharse' } },
  })
  const [t, spanish] = [textsIn(shared, 'en'), textsIn(shared, 'es')]
  expect([t('buy'), t('sold'), t('line.leave'), t('line.stay')]).toEqual(['Sign', 'Sold out', 'Walk off', 'Stay'])
  expect([spanish('buy'), spanish('line.leave'), spanish('packs', { count: 2 })]).toEqual([
    'Fichar',
    'Marcharse',
    'sobres',
  ])
  // @ts-expect-error: Spanish lacks the key
  overrideTexts(shared, { en: { sold: 'Gone' }, es: {} })
  // @ts-expect-error: no such key
  expect(() => overrideTexts(shared, { en: { bye: 'Bye' }, es: { bye: 'Adiós' } })).toThrow('there is no text en.bye')
  // @ts-expect-error: a group of texts is no text
  expect(() => overrideTexts(shared, { en: { line: 'Line' }, es: { line: 'Cola' } })).toThrow(
    'there is no text en.line',
  )
})

it('tells the build of all texts that there are', () => {
  expect(definedTexts()).toEqual(expect.arrayContaining([texts, others]))
})

it('keeps languages apart and says nothing on the console', () => {
  const said = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
  expect(textsIn(texts, 'en')('greet', { name: 'A' })).toBe('Hello A')
  expect(textsIn(texts, 'es')('greet', { name: 'A' })).toBe('Hola A')
  for (const spy of said) expect(spy).not.toHaveBeenCalled()
})

it('renders again when the language changes', () => {
  const element = document.createElement('div')
  const root = createRoot(element)
  const show = (language: Language) => act(() => root.render(<StrictMode>{greeting(language)}</StrictMode>))
  show('en')
  expect(element.textContent).toContain('Hello')
  show('es')
  expect(element.textContent).toContain('Hola')
  act(() => root.unmount())
})
