import type { hintOf, Wallet, WalletInfo, WalletName } from '@fieldhouse/wallets'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually'
import { fakeWallet, newDocument, openPage } from '../../testing/page'

const NAME = 'saturn' as WalletName

/** A wallet that nothing of the site knows besides the list: it has a window, a site and a cookie. */
const openPopup = vi.fn((): Window | null => null)
const saturn: WalletInfo = {
  name: NAME,
  title: 'Saturn',
  site: 'https://saturn.example',
  record: 'Saturn',
  cookieLifetime: 60_000,
  patience: 90_000,
  signatureLife: 60,
  openPopup,
}

let wallet: Wallet
vi.mock('@fieldhouse/wallets', async (original) => {
  const real = await original<{ WALLETS: WalletInfo[]; hintOf: typeof hintOf }>()
  if (!real.WALLETS.some(({ name }) => name === NAME)) real.WALLETS.push(saturn)
  // What the file `load.ts` of its folder would export.
  const hint = { en: 'A wallet with rings.', es: 'Una cartera con anillos.' }
  return {
    ...real,
    hintOf: async (name: WalletName) => (name === NAME ? hint : real.hintOf(name)),
    loadWallet: async () => wallet,
  }
})

beforeEach(() => {
  newDocument()
  vi.stubGlobal('fetch', async () => Response.json({ rows: [], more: false, next_key: '' }))
  wallet = fakeWallet(NAME)
  openPopup.mockClear()
})
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
  document.cookie = 'Saturn=; Max-Age=0; Path=/'
})

const choices = () => [...document.querySelectorAll<HTMLElement>('dialog li')]

it('stands in the modal after the others, logs in, is kept, and logs out', async () => {
  const page = await openPage({ language: 'es' })
  await act(async () => void (await page.startUi()))
  await act(async () => void page.login())
  expect(choices().map((choice) => choice.querySelector('b')?.textContent)).toEqual([
    'Cloud Wallet',
    'Anchor',
    'Wombat Wallet',
    'Saturn',
  ])
  const [choice] = choices().slice(-1)
  expect(choice?.textContent).toContain('Una cartera con anillos.')
  expect(choice?.querySelector('a')?.href).toBe('https://saturn.example/')
  await act(async () => choice?.querySelector('button')?.click())
  expect(openPopup).toHaveBeenCalledOnce()
  const user = { accountName: 'alice.wam', requestPermission: 'active', wallet: NAME }
  await eventually(() => expect(page.getUser()).toEqual(user))
  expect([localStorage.getItem('Saturn'), document.cookie]).toEqual([JSON.stringify(user), 'Saturn=alice.wam'])
  expect(page.walletOf(NAME)).toMatchObject({ title: 'Saturn', patience: 90_000, signatureLife: 60 })
  await act(async () => page.logout())
  expect([localStorage.getItem('Saturn'), document.cookie, vi.mocked(wallet.logout).mock.calls.length]).toEqual([
    null,
    '',
    1,
  ])
})

it('signs: its record is read on the next page, and its window opens in the click, before its code is there', async () => {
  localStorage.setItem(
    'Saturn',
    JSON.stringify({ accountName: 'alice.wam', requestPermission: 'active', wallet: NAME }),
  )
  const page = await openPage()
  expect(page.getUser()?.wallet).toBe(NAME)
  wallet = fakeWallet(NAME, { sign: () => Promise.reject(new Error('it said no')) })
  const signing = page.transact({ actions: async () => [] })
  expect(openPopup).toHaveBeenCalledOnce()
  await expect(signing).rejects.toMatchObject({ name: 'WalletError' })
})
