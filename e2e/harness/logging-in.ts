import type { Locator, Page } from 'playwright-core'
import { hydrated, open } from './browser'
import type { Site } from './site'
import { ACCOUNT, answerWith, handOver, wombatBrowser } from './wallets'

/** The wallets as they are stored (specification, section 3), in the order of the login modal. */
export const WALLETS = ['wax', 'anchor', 'wombat'] as const

export type WalletName = (typeof WALLETS)[number]

/** What the login modal calls them. */
export const TITLES: Record<WalletName, string> = { wax: 'Cloud Wallet', anchor: 'Anchor', wombat: 'Wombat Wallet' }

/** The key of each wallet's record in the browser's storage. */
export const RECORDS: Record<WalletName, string> = { wax: 'Wax', anchor: 'Anchor', wombat: 'Wombat' }

/** Who is logged in by this wallet, as its record says. */
export const recordFor = (accountName: string, wallet: WalletName = 'anchor'): [key: string, record: string] => [
  RECORDS[wallet],
  JSON.stringify({ accountName, requestPermission: 'active', wallet }),
]

/** Has an account logged in on the pages of an address that somebody opens from now on, and nothing else be stored there. */
export async function isLoggedIn(page: Page, address: string, account: string = ACCOUNT, wallet?: WalletName) {
  // A page of the site, which storage belongs to, without a script that reads it: an onlooker of before is on it.
  const { href } = new URL('/robots.txt', address)
  if (page.url() !== href) await page.goto(href)
  await page.evaluate(
    ([key, record]) => {
      localStorage.clear()
      sessionStorage.clear()
      localStorage.setItem(key, record)
    },
    recordFor(account, wallet),
  )
}

/** The header's login button of somebody who is logged out. */
export const loginButton = (page: Page): Locator =>
  page.locator('#fh-header').getByRole('button', { name: /^(Login|Entra)/ })

/** The header's login button of somebody who is logged in as an account: it opens what is theirs. */
export const accountButton = (page: Page, account: string = ACCOUNT): Locator =>
  page.locator('#fh-header').getByRole('button', { name: account, exact: true })

/** Presses the account's name, and logging out below it. */
export async function logOut(page: Page, account: string = ACCOUNT): Promise<void> {
  await accountButton(page, account).click()
  await page
    .locator('#fh-header')
    .getByRole('button', { name: /^(Log out|Cerrar sesión)$/ })
    .click()
}

export const loginModal = (page: Page): Locator => page.getByRole('dialog', { name: /^Welcome to / })

/** The dialog of Anchor's signing request. */
export const signingDialog = (page: Page): Locator => page.locator('#fh-overlay dialog')

/** The toasts that tell of something that went wrong. */
export const alerts = (page: Page): Locator =>
  page.getByRole('region', { name: /^(Messages|Mensajes)$/ }).getByRole('alert')

/** The stored record of a wallet; null when there is none. */
export const recordOf = (page: Page, wallet: WalletName): Promise<unknown> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), RECORDS[wallet])

/** Opens a page where a wallet can be used: Wombat's only in its own browser. Answers the page's address. */
export async function openFor(
  site: Site,
  page: Page,
  wallet: WalletName,
  path: string,
  generation: 1 | 2 = 2,
): Promise<string> {
  if (wallet !== 'wombat') {
    await open(page, site.address + path)
    return site.address + path
  }
  // A cookie says which generation of the wallet the browser has.
  await page.request.get(wombatBrowser(site, generation))
  await open(page, site.wallets.wombat + path)
  return site.wallets.wombat + path
}

/** The same, and logs in there. */
export async function openLoggedIn(...at: Parameters<typeof openFor>): Promise<string> {
  const address = await openFor(...at)
  const [site, page, wallet] = at
  await logIn(site, page, wallet)
  return address
}

/** Opens the login modal by its button in the header. */
export async function openModal(page: Page): Promise<Locator> {
  await loginButton(page).click()
  const modal = loginModal(page)
  await modal.waitFor()
  return modal
}

/** Chooses a wallet in the login modal, which is open. */
export const choose = (page: Page, wallet: WalletName): Promise<void> =>
  loginModal(page).getByRole('button', { name: TITLES[wallet] }).click()

/** Confirms in a wallet's own page the login that the site's page asks for when it starts, as a person would. */
export const confirmLogin: Record<WalletName, Answer> = {
  wax: (_, page, start) => inPopup(page, start, ACCOUNT),
  async anchor(site, page, start) {
    await start()
    await inAnchor(site, page, await copiedRequest(page), 'Sign')
  },
  async wombat(_, page, start) {
    await start()
    await page.getByRole('dialog', { name: 'Wombat: share an account?' }).getByRole('button', { name: ACCOUNT }).click()
  },
}

type Answer = (site: Site, page: Page, start: () => Promise<void>) => Promise<void>

/** Confirms in a wallet's own page the transaction that the site's page asks for when it starts. */
export const confirmSignature: Record<WalletName, Answer> = {
  wax: (_, page, start) => inPopup(page, start, 'Approve'),
  anchor: (site, page, start) => inLinkedAnchor(site, page, start, 'Sign'),
  wombat: (_, page, start) => inWombat(page, start, 'Sign'),
}

/** Declines it there. */
export const refuseSignature: Record<WalletName, Answer> = {
  wax: (_, page, start) => inPopup(page, start, 'Deny'),
  anchor: (site, page, start) => inLinkedAnchor(site, page, start, 'Refuse'),
  wombat: (_, page, start) => inWombat(page, start, 'Refuse'),
}

/** Presses a button in the window of the stand-in Cloud Wallet, which then closes itself. */
export async function inPopup(page: Page, start: () => Promise<void>, button: string): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), start()])
  const closed = popup.waitForEvent('close')
  await popup
    .getByRole('button', { name: button })
    .click()
    .catch((error) => {
      // The window may be gone before the click in it has ended.
      if (!/has been closed/.test(String(error))) throw error
    })
  await closed
}

/** Answers what comes over the channel of the linked session. */
async function inLinkedAnchor(site: Site, page: Page, start: () => Promise<void>, answer: 'Sign' | 'Refuse') {
  await start()
  await signingDialog(page).getByText('to review and sign the transaction').waitFor()
  await inAnchor(site, page, null, answer)
}

/** Presses a button in the dialog that the stand-in Wombat puts over the page. */
async function inWombat(page: Page, start: () => Promise<void>, button: string): Promise<void> {
  await start()
  await page
    .getByRole('dialog', { name: 'Wombat: sign this transaction?' })
    .getByRole('button', { name: button })
    .click()
}

/** The request that the signing dialog's copy button puts into the clipboard. */
export async function copiedRequest(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = signingDialog(page)
  await dialog.getByRole('button', { name: 'Copy request link' }).click()
  await dialog.getByText('Link copied.').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Answers in the page of the stand-in Anchor, in a tab of its own, a request that is pasted there or has come. */
export async function inAnchor(site: Site, page: Page, request: string | null, answer: 'Sign' | 'Refuse') {
  const wallet = await page.context().newPage()
  await wallet.goto(site.wallets.anchor)
  if (request) {
    await wallet.getByLabel("Paste the request's link").fill(request)
    await wallet.getByRole('button', { name: 'Open', exact: true }).click()
  }
  await wallet.getByRole('button', { name: answer }).click()
  const said = answer === 'Sign' ? 'Signed' : 'Refused'
  await wallet.getByRole('status').filter({ hasText: said }).waitFor()
  await wallet.close()
}

/** Logs somebody in on an open page through the modal, and waits until the header says so. */
export async function logIn(site: Site, page: Page, wallet: WalletName): Promise<void> {
  await openModal(page)
  await confirmLogin[wallet](site, page, () => choose(page, wallet))
  await accountButton(page).waitFor()
  // Anchor's dialog says 'Success!' for a moment.
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

/** Logs in on an open page with an Anchor that signs by itself for now, and is linked from then on. */
export async function link(site: Site, page: Page): Promise<void> {
  await answerWith(site, 'anchor', 'sign')
  await openModal(page)
  await choose(page, 'anchor')
  await handOver(site, await copiedRequest(page))
  await accountButton(page).waitFor()
  await signingDialog(page).waitFor({ state: 'detached' })
  await answerWith(site, 'anchor', 'ask')
}

/** Waits until a click has loaded the page anew. */
export async function reloading(page: Page, click: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), click()])
  await hydrated(page)
}
