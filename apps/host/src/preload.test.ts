import { expect, it } from 'vitest'
import { createPreload } from './allowed-scripts'

const LISTED = new Map([
  ['/_r/a/entry.js', 'sha384-e'],
  ['/_r/a/mount.js', 'sha384-m'],
])

it('asks for all at once, each one time, with the integrity that the import map says', () => {
  const document = new DOMParser().parseFromString('<!doctype html>', 'text/html')
  const preload = createPreload(document, { integrityOf: (address) => LISTED.get(address) })
  preload(['/_r/a/entry.js', '/_r/a/mount.js', '/_r/a/mount.js'])
  preload(['/_r/a/entry.js'])
  const links = [...document.head.querySelectorAll('link')]
  expect(links.map((link) => [link.rel, link.getAttribute('href'), link.integrity])).toEqual([
    ['modulepreload', '/_r/a/entry.js', 'sha384-e'],
    ['modulepreload', '/_r/a/mount.js', 'sha384-m'],
  ])
})

it('leaves alone what the import map does not list', () => {
  const document = new DOMParser().parseFromString('<!doctype html>', 'text/html')
  createPreload(document, { integrityOf: (address) => LISTED.get(address) })(['/_r/b/entry.js'])
  expect(document.head.children).toHaveLength(0)
})
