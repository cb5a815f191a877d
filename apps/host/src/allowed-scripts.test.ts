import { beforeEach, describe, expect, it } from 'vitest'
import { allowedScripts } from './allowed-scripts'

const LISTED = '/_r/football/0123/remoteEntry.js'
const unresolved = (): string => {
  throw new TypeError('no such name')
}

function page(map: string | null): Document {
  const document = new DOMParser().parseFromString(
    '<!doctype html><head><base href="http://site.example/football">',
    'text/html',
  )
  if (map !== null) {
    const script = document.createElement('script')
    script.type = 'importmap'
    script.textContent = map
    document.head.append(script)
  }
  return document
}

describe('allowedScripts', () => {
  let map: string

  beforeEach(() => {
    map = JSON.stringify({ integrity: { [LISTED]: 'sha384-x' } })
  })

  it('allows what the map lists, however the address is written', () => {
    const allowed = allowedScripts(page(map), unresolved, false)
    expect(allowed.has(LISTED)).toBe(true)
    expect(allowed.has(`http://site.example${LISTED}`)).toBe(true)
  })

  it.each([
    '/_r/football/4567/remoteEntry.js',
    `${LISTED}?again`,
    `https://other.example${LISTED}`,
    'data:text/javascript,evil()',
  ])('refuses %s', (address) => {
    expect(allowedScripts(page(map), unresolved, false).has(address)).toBe(false)
  })

  it.each([
    ['no map', null],
    ['an empty map', ''],
    ['a map that is not JSON', '{'],
    ['a map without integrity', '{"imports":{}}'],
  ])('refuses everything with %s', (_, text) => {
    expect(allowedScripts(page(text), unresolved, false).has(LISTED)).toBe(false)
  })

  it('refuses everything when the map stands in the page and the browser does not apply it', () => {
    map = JSON.stringify({ imports: { 'fieldhouse/host': '/_r/shell/1/host.js' }, integrity: { [LISTED]: 'sha384-x' } })
    expect(allowedScripts(page(map), unresolved, false).has(LISTED)).toBe(false)
    expect(allowedScripts(page(map), () => 'http://site.example/_r/shell/1/host.js', false).has(LISTED)).toBe(true)
  })

  it("allows everything on the development server's pages", () => {
    expect(allowedScripts(page(null), unresolved, true).has('/_r/football/9/remoteEntry.js')).toBe(true)
  })
})
