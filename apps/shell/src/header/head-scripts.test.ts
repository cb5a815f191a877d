// @vitest-environment jsdom
/// <reference types="node" />

import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'

const source = readFileSync(`${import.meta.dirname}/../../../../plugins/editions/page/head.go`, 'utf8')

/** A script that the gateway puts into each page's head. */
function script(name: string): string {
  const written = source.match(new RegExp(`const ${name} = ((?:\`[^\`]*\`(?: \\+\\s+)?)+)`))?.[1] ?? ''
  return [...written.matchAll(/`([^`]*)`/g)].map(([, part]) => part).join('')
}

const run = (name: string) => new Function(script(name))()

afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['en', 'es-MX', '', true],
  ['en', 'es-419', 'other=1', true],
  ['en', 'es', '', true],
  ['en', 'es-ES', '', false],
  ['en', 'et-EE', '', false],
  ['en', 'en-GB', '', false],
  ['en', 'es-MX', 'other=1; language=EN', false],
  ['en', 'es-MX', 'language=SP', false],
  ['es', 'es-MX', '', false],
])('asks on a page in %s in a browser that wants %s, with the cookies "%s": %s', (page, wanted, cookies, asks) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(wanted)
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookies)
  document.documentElement.lang = page
  run('knownScript')
  expect(document.documentElement.hasAttribute('data-spanish')).toBe(asks)
})

it.each(['pointerdown', 'focusin', 'click'])(
  'keeps the query and the fragment of the page, whichever it is by now, on the way to the other language: %s',
  (type) => {
    document.body.innerHTML =
      '<nav id="fh-spanish"><a href="?lang=es" hreflang="es">¿Prefieres leerlo en español?</a></nav><div id="fh-header"><a href="?lang=en" hreflang="en">EN</a></div>'
    run('pressedScript')
    // After the script's own listener: jsdom goes nowhere.
    document.addEventListener('click', (event) => event.preventDefault())
    for (const page of ['/football/faq?ref=partner&', '/basketball?']) {
      history.replaceState(null, '', `${page.slice(0, -1)}#odds`)
      for (const link of document.querySelectorAll('a')) {
        link.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
        expect(link.href).toBe(`${location.origin}${page}lang=${link.hreflang}#odds`)
      }
    }
  },
)

it.each([
  ['en', '23 Nov 2026'],
  ['es', '23 nov 2026'],
])('writes on paper of a page in %s where and when it was printed', (language, day) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 12), toFake: ['Date'] })
  history.replaceState(null, '', '/football/faq?lang=es#odds')
  document.documentElement.lang = language
  document.body.innerHTML = '<div id="fh-header"></div>'
  run('printedScript')
  dispatchEvent(new Event('beforeprint'))
  const { dataset } = document.getElementById('fh-header') as HTMLElement
  expect({ ...dataset }).toEqual({ address: `${location.host}/football/faq?lang=es`, printed: day })
})
