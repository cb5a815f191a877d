import { beforeEach, expect, it } from 'vitest'
import { findStyles, loadStyles } from './styles'

const SHEET = '/_r/football/a/mount.css'
const NEXT = '/_r/football/b/mount.css'

const sheets = () => [...document.querySelectorAll('style, link[rel="stylesheet"]')]

beforeEach(() => document.head.replaceChildren())

const standing = (address: string) => {
  const style = document.createElement('style')
  style.setAttribute('data-href', address)
  document.head.append(style)
}

/** Tells the sheets that are being loaded how it went. */
const settle = (event: 'load' | 'error') => {
  for (const link of document.querySelectorAll('link')) link.dispatchEvent(new Event(event))
}

it('loads no sheet that stands in the page or is linked already', async () => {
  standing(SHEET)
  await loadStyles(document, [SHEET])
  const linked = loadStyles(document, [NEXT])
  settle('load')
  await linked
  await loadStyles(document, [new URL(NEXT, document.baseURI).href, SHEET])
  expect(sheets().map((sheet) => sheet.localName)).toEqual(['style', 'link'])
})

it('takes sheets out of the page however they came into it', async () => {
  standing(SHEET)
  const linked = loadStyles(document, [NEXT])
  settle('load')
  await linked
  findStyles(document, SHEET)?.remove()
  expect(sheets().map((sheet) => sheet.getAttribute('href'))).toEqual([NEXT])
  findStyles(document, NEXT)?.remove()
  expect(findStyles(document, '/never/there.css')).toBeUndefined()
  expect(sheets()).toEqual([])
})

it('fails on a sheet that the browser refuses, names it and leaves nothing behind', async () => {
  const refused = loadStyles(document, [SHEET])
  settle('error')
  await expect(refused).rejects.toThrow(SHEET)
  expect(sheets()).toEqual([])
})

it('waits for a sheet that somebody else has asked for', async () => {
  const first = loadStyles(document, [SHEET])
  let isThere = false
  const second = loadStyles(document, [SHEET]).then(() => {
    isThere = true
  })
  await Promise.resolve()
  expect(isThere).toBe(false)
  settle('load')
  await Promise.all([first, second])
  expect(sheets()).toHaveLength(1)
})
