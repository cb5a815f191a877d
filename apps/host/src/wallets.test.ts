import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IntegrityError } from './remotes'
import { loadWallets } from './wallets'

/** What the import map would say: a module that this test is able to import, in the place of a release's script. */
const mapped = (script: string) => (specifier: string) =>
  specifier.endsWith('.css') ? '/_r/shell/wallets.1.css' : `data:text/javascript,${script}//${specifier}`
const resolve = mapped('export const name = "ui";')
const everything = { has: () => true }

beforeEach(() => document.head.replaceChildren())
afterEach(() => vi.useRealTimers())

const sheet = () => document.querySelector('link[rel=stylesheet]') as HTMLLinkElement

it('gives the lazy part when its script and its style sheet are there', async () => {
  const loaded = loadWallets(document, resolve, everything)
  expect(sheet().getAttribute('href')).toBe('/_r/shell/wallets.1.css')
  sheet().dispatchEvent(new Event('load'))
  expect({ ...(await loaded) }).toEqual({ name: 'ui' })
})

it('runs nothing that the import map does not list', async () => {
  const none = { has: () => false }
  await expect(loadWallets(document, resolve, none)).rejects.toThrow(IntegrityError)
  await expect(loadWallets(document, resolve, none)).rejects.toThrow(
    /fieldhouse\/wallets is not in the page's import map/,
  )
  expect(sheet()).toBeNull()
})

it('fails when its style sheet cannot be loaded: nothing shows unstyled', async () => {
  const loaded = loadWallets(document, resolve, everything)
  sheet().dispatchEvent(new Event('error'))
  await expect(loaded).rejects.toThrow(/style sheet/)
})

it('fails when the script does not come in 10 s: an import by itself would wait for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const loaded = loadWallets(document, mapped('await new Promise(() => {});'), everything)
  sheet().dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(10_000)
  await expect(loaded).rejects.toThrow(/^loading the wallets from .*fieldhouse\/wallets: no answer in 10000 ms/)
})
