import { expect, it } from 'vitest'
import { languageOfBrowser, languageOfStored, storedLanguage, visitorLanguage } from './language'

it('stores English as EN and Spanish as SP', () => {
  expect([storedLanguage('en'), storedLanguage('es')]).toEqual(['EN', 'SP'])
  expect([languageOfStored('EN'), languageOfStored('SP')]).toEqual(['en', 'es'])
})

it.each([null, undefined, '', 'ES', 'sp', 'en', 'SP '])('knows no language stored as %j', (value) => {
  expect(languageOfStored(value)).toBeNull()
})

it.each([
  ['es-ES', 'es'],
  ['es-es', 'es'],
  ['es', 'en'],
  ['es-MX', 'en'],
  ['en-GB', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('takes a browser in %j for %s', (tag, language) => {
  expect(languageOfBrowser(tag)).toBe(language)
})

it.each([
  ['language=SP', 'en-US', 'es'],
  ['theme=dark; language=EN; a=b', 'es-ES', 'en'],
  ['theme=dark;language=SP', 'en', 'es'],
  ['xlanguage=SP', 'en', 'en'],
  ['language=', 'es-ES', 'es'],
  ['language=FR', 'es-ES', 'es'],
  ['', 'es-ES', 'es'],
  ['', undefined, 'en'],
])('puts the choice in %j before a browser in %j: %s', (cookies, browser, language) => {
  expect(visitorLanguage(cookies, browser)).toBe(language)
})
