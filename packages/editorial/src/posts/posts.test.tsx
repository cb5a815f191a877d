import type { Language } from '@fieldhouse/contract'
import { openingStyles } from '@fieldhouse/design'
import { I18nRoot } from '@fieldhouse/i18n'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Blog } from './Blog'
import { Post } from './Post'

const shown = (language: Language) =>
  renderToStaticMarkup(
    <I18nRoot language={language}>
      <Blog title="Blog" opening="" />
      <Post blog="/blog" floor={null} card={null} />
    </I18nRoot>,
  )

it('says on Spanish pages that posts are in English, and on English ones nothing', () => {
  expect(shown('es')).toContain('>Las entradas están en inglés.</small>')
  expect(shown('es')).toContain('<span> En inglés</span>')
  expect(shown('en')).not.toMatch(/in English/i)
})

it.each(['en', 'es'] as const)('marks what a post says as English on pages in %s', (language) => {
  expect(shown(language)).toMatch(/<h1 lang="en">/)
  expect(shown(language)).toMatch(/<div [^>]*lang="en" data-slot="content">/)
})

it('opens a post on the floor whose links have a ring that is seen: by day the usual one is green on green', () => {
  expect(shown('en')).toContain(`<header class="${openingStyles.field}">`)
})
