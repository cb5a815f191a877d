import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IntegrityError } from './remotes'
import { loadWallets } from './wallets'

/** A module that this test is able to import, in the place of a release's script. */
const BASE = 'data:text/javascript,export const name = "'
const page = { lineup: { shell: { base: BASE } } } as never
const everything = { has: () => true }

beforeEach(() => document.head.replaceChildren())
afterEach(() => vi.useRealTimers())

const sheet = () => document.querySelector('link[rel=stylesheet]') as HTMLLinkElement

it('gives the lazy part when its script and its style sheet are there', async () => {
  const loaded = loadWallets(document, { lineup: { shell: { base: `${BASE}ui";//` } } } as never, everything)
  expect(sheet().getAttribute('href')).toMatch(/wallets\.css$/)
  sheet().dispatchEvent(new Event('load'))
  expect({ ...(await loaded) }).toEqual({ name: 'ui' })
})

it('runs nothing that the import map does not list', async () => {
  const none = { has: () => false }
  await expect(loadWallets(document, page, none)).rejects.toThrow(IntegrityError)
  await expect(loadWallets(document, page, none)).rejects.toThrow(/wallets\.js is not in the page's import map/)
  expect(sheet()).toBeNull()
})

it('fails when its style sheet cannot be loaded: nothing shows unstyled', async () => {
  const loaded = loadWallets(document, { lineup: { shell: { base: `${BASE}ui";//` } } } as never, everything)
  sheet().dispatchEvent(new Event('error'))
  await expect(loaded).rejects.toThrow(/style sheet/)
})

it('fails when the script does not come in 10 s: an import by itself would wait for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stalled = 'data:text/javascript,await new Promise(() => {});//'
  const loaded = loadWallets(document, { lineup: { shell: { base: stalled } } } as never, everything)
  sheet().dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(10_000)
  await expect(loaded).rejects.toThrow(/^loading the wallets from .*wallets\.js: no answer in 10000 ms/)
})
