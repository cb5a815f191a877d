import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RichText } from './rich-text'
import { defineTexts, I18nRoot } from './texts'

const texts = defineTexts({
  en: {
    way: 'Ask <page>on this page</page>, or {{name}}.',
    cards_one: '<b>{{count}}</b> card of <i>{{name}}</i>',
    cards_other: '<b>{{count}}</b> cards of <i>{{name}}</i>',
  },
  es: {
    way: '{{name}}, o <page>en esta página</page>.',
    cards_one: '<b>{{count}}</b> carta de <i>{{name}}</i>',
    cards_many: '<b>{{count}}</b> de cartas de <i>{{name}}</i>',
    cards_other: '<b>{{count}}</b> cartas de <i>{{name}}</i>',
  },
})

const parts = {
  page: (words: ReactNode) => <a href="/page">{words}</a>,
  b: (words: ReactNode) => <b>{words}</b>,
  i: (words: ReactNode) => <i>{words}</i>,
}

const written = (language: 'en' | 'es', text: 'way' | 'cards', values: Record<string, string | number>) =>
  renderToStaticMarkup(
    <I18nRoot language={language}>
      <RichText texts={texts} text={text} parts={parts} values={values} />
    </I18nRoot>,
  )

it('stands around the words, and in the place, that each language has for it', () => {
  expect(written('en', 'way', { name: 'Ana' })).toBe('Ask <a href="/page">on this page</a>, or Ana.')
  expect(written('es', 'way', { name: 'Ana' })).toBe('Ana, o <a href="/page">en esta página</a>.')
})

it('takes the plural by the count', () => {
  expect(written('en', 'cards', { count: 1, name: 'Ana' })).toBe('<b>1</b> card of <i>Ana</i>')
  expect(written('en', 'cards', { count: 2, name: 'Ana' })).toBe('<b>2</b> cards of <i>Ana</i>')
  expect(written('es', 'cards', { count: 1_000_000, name: 'Ana' })).toContain('de cartas')
})

it.each(['<page>x</page>', '<b>x</b>', '<script>x</script>', 'a & b', '&lt;b&gt;', "O'Neil", '@setting/product@'])(
  'shows a value as it is: %s',
  (name) => {
    const markup = written('en', 'cards', { count: 2, name })
    const escaped = name
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll("'", '&#x27;')
    expect(markup).toBe(`<b>2</b> cards of <i>${escaped}</i>`)
    expect(written('en', 'way', { name })).toBe(`Ask <a href="/page">on this page</a>, or ${escaped}.`)
  },
)
