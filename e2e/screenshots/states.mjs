/** Has 1,150 cards and 40 packs, half of them football's (devchain/genesis). */
const COLLECTOR = 'vault.wam'

/** Never held anything. */
const NEWCOMER = 'dave.wam'

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

async function openCard(page) {
  const card = page.locator('#fh-main a[href*="/my-cards/card?"]').first()
  await card.click()
  await page.waitForURL(/\/my-cards\/card\?/)
  await page.locator('#fh-main figure svg[role="img"]').waitFor()
}

/** Packs to open, on their stage. */
async function openStage(page) {
  await page.locator('#fh-main dl button').click()
  await page.locator('dialog[open] h2').waitFor()
}

/** Cards of a team, on the even wall. */
async function searchCards(page) {
  await page.locator('#fh-main input[type=search]').fill('mesa')
  await page.locator('#fh-main ul[aria-label] a path').first().waitFor({ state: 'attached' })
}

/** The wall as it was seen last, now that the asset index does not answer. */
async function loseIndex(page) {
  await page.route('**/api/v1/assets?*', (route) => route.fulfill({ status: 502 }))
  await page.reload()
  await page.locator('#fh-main dl').getByText('—').waitFor()
}

const openFirst = (page) => page.locator('#fh-main summary').first().click()

async function search(page) {
  await page.locator('#fh-main input').fill('pack')
  await page.locator('#fh-main [data-rest]').first().waitFor()
}

/**
 * What a page looks like beyond its first sight: where it begins, who is logged in, and what is done there. `window`
 * says that no more of it is seen than a window shows; where `open` answers false there is no such state.
 */
export const STATES = [
  ...['football', 'basketball'].flatMap((edition) => [
    { name: `${edition}-menu`, path: `/${edition}`, open: openMenu, menu: true, window: true },
    { name: `${edition}-login`, path: `/${edition}`, open: openLogin, window: true },
    { name: `${edition}-toast`, path: `/${edition}`, open: failToLogIn, window: true },
    { name: `${edition}-account`, path: `/${edition}`, as: BUYER, open: openAccount, window: true },
    { name: `${edition}-slip`, path: `/${edition}`, as: BUYER, open: openSlip, window: true },
    { name: `${edition}-my-cards-full`, path: `/${edition}/my-cards`, as: COLLECTOR, window: true },
    { name: `${edition}-my-cards-empty`, path: `/${edition}/my-cards`, as: NEWCOMER },
    { name: `${edition}-my-cards-found`, path: `/${edition}/my-cards`, as: COLLECTOR, open: searchCards, window: true },
    { name: `${edition}-my-cards-failed`, path: `/${edition}/my-cards`, as: COLLECTOR, open: loseIndex, window: true },
    { name: `${edition}-stage`, path: `/${edition}/my-cards`, as: COLLECTOR, open: openStage, window: true },
    { name: `${edition}-a-card`, path: `/${edition}/my-cards`, as: COLLECTOR, open: openCard },
    { name: `${edition}-claims-waiting`, path: `/${edition}/claims`, as: BUYER },
  ]),
  { name: 'home-menu', path: '/', open: openMenu, menu: true, window: true },
  { name: 'football-request', path: '/football', open: openRequest, window: true },
  { name: 'football-faq-open', path: '/football/faq', open: openFirst },
  { name: 'football-faq-search', path: '/football/faq', open: search },
]
