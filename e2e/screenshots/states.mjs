import { STATES as STATES_WITHOUT_A_CHAIN } from '../../devchain/states/states.js'

/** Has packs that wait to be collected, and can pay. */
const BUYER = 'alice.wam'

/** A button of the header, in the menu where there is a menu. By keyboard: nothing lies under a pointer then. */
async function pressHeader(page, name) {
  const header = page.locator('#fh-header')
  const burger = header.locator('button[aria-haspopup="dialog"]')
  if (await burger.isVisible()) await burger.press('Enter')
  await header.getByRole('button', { name }).locator('visible=true').press('Enter')
}

/** The full-screen menu, or the first group of pages; a wide header has neither. */
async function openMenu(page) {
  const opener = page.locator(
    '#fh-header button[aria-haspopup="dialog"]:visible, #fh-header nav button[aria-expanded]:visible',
  )
  if ((await opener.count()) === 0) return false
  await opener.first().press('Enter')
}

async function openLogin(page) {
  await pressHeader(page, /^(Login|Entra)/)
  await page.locator('#fh-overlay dialog[open]').waitFor()
}

async function openAccount(page) {
  await pressHeader(page, BUYER)
  await page
    .locator('#fh-header')
    .getByRole('button', { name: /^(Log out|Cerrar sesión)$/ })
    .waitFor()
}

/** Wombat is no part of this browser: the modal says so in a toast. */
async function failToLogIn(page) {
  await openLogin(page)
  await page.locator('#fh-overlay dialog').getByRole('button', { name: 'Wombat' }).press('Enter')
  await page.getByRole('alert').getByRole('button').first().waitFor()
}

async function openRequest(page) {
  await openLogin(page)
  await page.locator('#fh-overlay dialog').getByRole('button', { name: 'Anchor' }).press('Enter')
  await page
    .locator('#fh-overlay dialog')
    .getByRole('button', { name: /^(Copy|Copiar)/ })
    .waitFor()
}

/** The order slip of the first drop that can be bought. */
async function openSlip(page) {
  await page
    .locator('#fh-main article')
    .getByRole('button', { name: /^(Buy|Comprar)/ })
    .first()
    .press('Enter')
  await page.locator('dialog[open] button[type="submit"]').waitFor()
}

/** What of it a window shows last. */
async function openSlipBelow(page) {
  await openSlip(page)
  await page.locator('dialog[open] form').evaluate((form) => {
    for (let box = form; box; box = box.parentElement) box.scrollTop = box.scrollHeight
  })
}

/** Has the site's data come changed from now on. */
async function change(page, table, edit, headers = {}) {
  // As of a gateway that is not asked for all at once.
  await page.route('**/_page/data?*', (route) => route.fulfill({ status: 404 }))
  await page.route(`**/api/v1/rows/${table}?*`, async (route) => {
    // An answer that the page has already says nothing to change.
    const { 'if-none-match': _, ...asked } = route.request().headers()
    const answer = await route.fetch({ headers: asked })
    const json = await answer.json()
    edit(json)
    await route.fulfill({ response: answer, json, headers: { ...answer.headers(), ...headers } })
  })
}

/** The last pack of every drop is gone. */
async function sellOut(page) {
  await change(page, 'drops', ({ rows }) => {
    for (const row of rows) if (Number(row.max_claimable) > 0) row.current_claimed = row.max_claimable
  })
  await page
    .locator('#fh-main article')
    .getByText(/^(Sold out|Agotado)$/)
    .first()
    .waitFor()
}

/** Nobody has heard of the chain for an hour. */
async function loseChain(page) {
  const age = { age: '3600' }
  await change(page, 'drops', () => {}, age)
  await change(page, 'datapoints', () => {}, age)
  await page.locator('#fh-main [role="status"]').getByText(/UTC/).first().waitFor()
}

/** Ops have paused the sale. */
async function pause(page) {
  const notice = {
    en: 'We are looking at the price feed. Back at 20:00 UTC.',
    es: 'Estamos mirando el precio. Volvemos a las 20:00 UTC.',
    since: new Date().toISOString(),
  }
  await change(page, 'drops', (answer) => {
    answer.paused = { football: notice, basketball: notice }
  })
  await page.locator('#fh-main').getByText(/20:00/).first().waitFor()
}

/** The page has reached the state that its address names. */
const isShown = async (page) => {
  await page.locator('html[data-state="shown"]').waitFor()
}

const openFirst = (page) => page.locator('#fh-main summary').first().click()

async function search(page) {
  await page.locator('#fh-main input').fill('pack')
  await page.locator('#fh-main [data-rest]').first().waitFor()
}

/**
 * What a page looks like beyond its first sight: where it begins, who is logged in (with Anchor), and what is
 * done there. `window` says that no more of it is seen than a window shows; where `open` answers false there is no such
 * state. What is `asking` is a site that counts visits where they are agreed to, and has no release of basketball.
 */
export const STATES = [
  ...['football', 'basketball'].flatMap((edition) => [
    { name: `${edition}-menu`, path: `/${edition}`, open: openMenu, menu: true, window: true },
    { name: `${edition}-login`, path: `/${edition}`, open: openLogin, window: true },
    { name: `${edition}-toast`, path: `/${edition}`, open: failToLogIn, window: true },
    { name: `${edition}-account`, path: `/${edition}`, as: BUYER, open: openAccount, window: true },
    { name: `${edition}-slip`, path: `/${edition}`, as: BUYER, open: openSlip, window: true },
    { name: `${edition}-slip-below`, path: `/${edition}`, as: BUYER, open: openSlipBelow, window: true },
    { name: `${edition}-sold-out`, path: `/${edition}`, open: sellOut },
    { name: `${edition}-stale`, path: `/${edition}`, open: loseChain },
    { name: `${edition}-paused`, path: `/${edition}`, open: pause },
    { name: `${edition}-claims-waiting`, path: `/${edition}/claims`, as: BUYER },
  ]),
  { name: 'home-menu', path: '/', open: openMenu, menu: true, window: true },
  { name: 'home-consent', path: '/', asking: true, window: true },
  { name: 'football-consent', path: '/football', asking: true, window: true },
  { name: 'basketball-apology', path: '/basketball', asking: true },
  // Of slip, line, stage, walls and cards, each in the page that /_dev/states opens.
  ...STATES_WITHOUT_A_CHAIN.map(({ name, path, group }) => ({
    name: `state-${name}`,
    path,
    open: isShown,
    window: group === 'stage',
  })),
  { name: 'football-request', path: '/football', open: openRequest, window: true },
  { name: 'football-faq-open', path: '/football/faq', open: openFirst },
  { name: 'football-faq-search', path: '/football/faq', open: search },
]
