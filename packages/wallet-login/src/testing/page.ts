import type { PageInfo, SiteSettings } from '@fieldhouse/contract'
import { withDialogs } from '@fieldhouse/design/testing'
import type { Wallet, WalletName } from '@fieldhouse/wallets'
import { act } from 'react'
import { afterAll, vi } from 'vitest'

export const settings = {
  product: 'Fieldhouse',
  navigation: [
    { nameEN: 'Blog', NameSP: 'Blog', link: '/football/blog' },
    { nameEN: 'FAQ', NameSP: 'Preguntas', link: '/football/faq' },
    { nameEN: 'Help', NameSP: 'Ayuda', link: '', content: [{ nameEN: 'FAQ', NameSP: 'Preguntas', link: '/golf/faq' }] },
  ],
  links: { createAccount: 'https://wallet.example/create', community: 'https://chat.example' },
  network: { name: 'devchain', chainId: '00', collection: 'game', gameContract: 'fieldhousegm', token: 'eosio.token' },
  wallets: {
    linkService: '/link',
    cloudWallet: 'https://wallet.example',
    resourceProvider: 'none',
    sites: { wax: 'https://wax.example', anchor: 'https://anchor.example', wombat: 'https://wombat.example' },
  },
} as SiteSettings

export const pageInfo = (changes: Partial<PageInfo> = {}): PageInfo => ({
  path: '/football',
  route: '/football',
  status: 200,
  language: 'en',
  edition: 'football',
  header: 'football',
  footer: 'football',
  title: '',
  description: '',
  lineup: {},
  signedLineup: '',
  time: 0,
  ...changes,
})

/** The stored record of a user as another page of the site has written it. */
export const record = (accountName: string, wallet: WalletName, requestPermission = 'active'): string =>
  JSON.stringify({ accountName, requestPermission, wallet })

/** A wallet whose answers the test gives. */
export const fakeWallet = (name: WalletName, changes: Partial<Wallet> = {}): Wallet => ({
  name,
  login: vi.fn(async () => ({ accountName: 'alice.wam', requestPermission: 'active' })),
  sign: vi.fn(async () => ({ serializedTransaction: new Uint8Array(), signatures: [] })),
  logout: vi.fn(async () => {}),
  ...changes,
})

// A page that is left takes its intervals with it; those of a test's last page would find no document any more.
const { setInterval: begin, clearInterval: end } = globalThis
const intervals: ReturnType<typeof begin>[] = []
globalThis.setInterval = ((...given: Parameters<typeof begin>) => {
  const interval = begin(...given)
  intervals.push(interval)
  return interval
}) as typeof begin
afterAll(() => {
  for (const interval of intervals) end(interval)
})

/** Every page of a test is a new one: modules, storage, cookies and the document. */
export function newDocument(): void {
  vi.resetModules()
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
  document.cookie = 'Anchor=; Max-Age=0; Path=/'
  document.body.replaceChildren()
  const overlay = document.body.appendChild(document.createElement('div'))
  overlay.id = 'fh-overlay'
  withDialogs()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
}

/** Connects the wallets to a page, as the host does. */
export async function openPage(changes: Partial<PageInfo> = {}) {
  // One after the other: all share the modules that were loaded first.
  const eager = await import('@fieldhouse/wallet-login')
  const { connect } = await import('../connect')
  const connection = {
    loadUi: vi.fn(() => import('../ui')),
    settings,
    report: vi.fn(),
    reload: vi.fn(),
    unavailable: vi.fn(),
  }
  const show = connect(connection, pageInfo(changes))
  const { loadUi: startUi } = await import('../connection')
  const { readUser } = await import('../user/store')
  return {
    ...eager,
    ...connection,
    startUi,
    readUser,
    show: (next: Partial<PageInfo>) => act(async () => show(pageInfo(next))),
  }
}
