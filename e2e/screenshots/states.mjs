import { createHash } from 'node:crypto'

/** Has 1,150 cards and 40 packs, half of them football's (devchain/chain/genesis). */
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

/** What of it a window shows last. */
async function openSlipBelow(page) {
  await openSlip(page)
  await page.locator('dialog[open] form').evaluate((form) => {
    for (let box = form; box; box = box.parentElement) box.scrollTop = box.scrollHeight
  })
}

/** Has the site's data come changed from now on. */
async function change(page, table, edit, headers = {}) {
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

/** The wallet is asked, in a window of its own. */
async function waitForWallet(page) {
  await logInAgain(page)
  await pressBuy(page)
  await said(page, /^(Waiting for|Esperando a) Cloud Wallet$/)
}

/** The price of WAX went down by a tenth between what is shown and the press. */
async function movePrice(page) {
  await logInAgain(page)
  await change(page, 'datapoints', ({ rows }) => {
    for (const row of rows) row.median = Math.round(Number(row.median) * 0.9)
  })
  await pressBuy(page)
  await said(page, /^(The WAX price moved|El precio de WAX ha cambiado)$/)
}

/** Of the gateway's addresses that tell of somebody's push or place. */
const TOKEN = 'abcdefghijklmnopqrstuv'

/** What is signed stands so in the gateway; nobody's packs, so that what is left stays what it is. */
async function push(page, statusOf) {
  const location = `/api/v1/pushes/${TOKEN}`
  let status = {}
  await page.route('**/v1/chain/send_transaction*', async (route) => {
    const { packed_trx: bytes } = route.request().postDataJSON()
    const id = createHash('sha256').update(Buffer.from(bytes, 'hex')).digest('hex')
    status = { transaction_id: id, ...statusOf(id) }
    await route.fulfill({ status: 202, headers: { Location: location }, json: status })
  })
  await page.route(`**${location}`, (route) => {
    if (route.request().method() === 'DELETE') status = { ...status, state: 'left' }
    return route.fulfill({ headers: { ETag: `"${status.state}"` }, json: status })
  })
  await logInAgain(page)
  const popup = await pressBuy(page)
  await popup.getByRole('button', { name: 'Approve' }).click()
}

/** What the wallet signed has landed. */
async function receive(page) {
  const { pathname } = new URL(page.url())
  await push(page, (trx_id) => ({
    state: 'landed',
    // No node has that block yet, so none says that its rows lack the purchase.
    block: 4_000_000_000,
    claim: {
      claim_id: 1,
      drop_id: Number(pathname.split('/').at(-1)),
      claimer: BUYER,
      amount: 1,
      claimed: 1,
      reason: '',
      partner_code: '',
      paid: '150.00000000 WAX',
      trx_id,
      created_at: 1,
      expires_at: 4_000_000_000,
    },
  }))
  await page.locator('#fh-main [data-transaction]').waitFor()
}

const lineShows = (page, view) => page.locator(`#fh-main [data-line="${view}"]`).waitFor()

/** What the wallet signed stands in line. */
async function standInLine(page) {
  await push(page, () => ({ state: 'queued', place: 312, of: 1840, sends_in: 74_000, is_moving: true }))
  await lineShows(page, 'queued')
}

/** The drop sold out before its turn. */
async function sellOutInLine(page) {
  await standInLine(page)
  await change(page, 'drops', ({ rows }) => {
    for (const row of rows) if (Number(row.max_claimable) > 0) row.current_claimed = row.max_claimable
  })
  await lineShows(page, 'soldout')
}

/** There is a line: the button gives a ticket. */
async function takeTicket(page, place) {
  const location = `/api/v1/places/${TOKEN}`
  await logInAgain(page)
  const waiting = { state: 'waiting', place: 900, of: 4012, turn_in: 228_000, is_moving: true, missed: false }
  await page.route('**/api/v1/places', (route) =>
    route.fulfill({ status: 201, headers: { Location: location }, json: waiting }),
  )
  await page.route(`**${location}`, (route) => route.fulfill({ headers: { ETag: '"1"' }, json: place ?? waiting }))
  await page.locator('#fh-main [data-slip] button[type="submit"][aria-disabled="false"]').press('Enter')
  await lineShows(page, place ? 'turn' : 'ticket')
}

const reachTurn = (page) => takeTicket(page, { state: 'turn', ends_in: 47_000, missed: false })

/** The Cloud Wallet asks for a login before it signs for a page that was loaded anew. */
async function logInAgain(page) {
  const popup = await pressBuy(page)
  // The window may be gone before the click in it has ended.
  await popup
    .getByRole('button', { name: BUYER })
    .click()
    .catch(() => {})
  await page.locator('#fh-main [data-slip] button[type="submit"][aria-disabled="false"]').waitFor()
  // The page says in a toast that it was for the login.
  await page
    .getByRole('region', { name: /^(Messages|Mensajes)$/ })
    .getByRole('button', { name: /^(Close|Cerrar)/ })
    .press('Enter')
}

/** Presses the button of the drop's own slip, and answers the wallet's window. */
async function pressBuy(page) {
  const popup = page.waitForEvent('popup')
  await page.locator('#fh-main [data-slip] button[type="submit"]').press('Enter')
  return popup
}

const said = (page, words) => page.locator('#fh-main article').getByText(words).first().waitFor()

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

/** Cards of a team of each edition, on the even wall. */
const TEAMS = { football: 'mesa', basketball: 'harbor' }

async function searchCards(page) {
  const [, edition] = new URL(page.url()).pathname.split('/')
  await page.locator('#fh-main input[type=search]').fill(TEAMS[edition])
  await page.locator('#fh-main ul[aria-label] a path').first().waitFor({ state: 'attached' })
}

/** The wall as it was seen last, now that the asset index does not answer. */
async function loseIndex(page) {
  await page.route('**/api/v1/assets?*', (route) => route.fulfill({ status: 502 }))
  await page.reload()
  await page.locator('#fh-main h2 + [role="status"] + p button').waitFor()
}

const openFirst = (page) => page.locator('#fh-main summary').first().click()

async function search(page) {
  await page.locator('#fh-main input').fill('pack')
  await page.locator('#fh-main [data-rest]').first().waitFor()
}

/**
 * What a page looks like beyond its first sight: where it begins, who is logged in (with Anchor, or the `wallet` that it names), and
 * what is done there. `window` says that no more of it is seen than a window shows; where `open` answers false there is no such
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
    { name: `${edition}-my-cards-full`, path: `/${edition}/my-cards`, as: COLLECTOR, window: true },
    { name: `${edition}-my-cards-empty`, path: `/${edition}/my-cards`, as: NEWCOMER },
    { name: `${edition}-my-cards-found`, path: `/${edition}/my-cards`, as: COLLECTOR, open: searchCards, window: true },
    { name: `${edition}-my-cards-failed`, path: `/${edition}/my-cards`, as: COLLECTOR, open: loseIndex, window: true },
    { name: `${edition}-stage`, path: `/${edition}/my-cards`, as: COLLECTOR, open: openStage, window: true },
    { name: `${edition}-a-card`, path: `/${edition}/my-cards`, as: COLLECTOR, open: openCard },
    { name: `${edition}-claims-waiting`, path: `/${edition}/claims`, as: BUYER },
  ]),
  { name: 'home-menu', path: '/', open: openMenu, menu: true, window: true },
  // Of the drops that can be bought at any time.
  ...Object.entries({ football: '/football/drops/1', basketball: '/basketball/drops/5' }).flatMap(([edition, path]) => [
    { name: `${edition}-drop-sold-out`, path, open: sellOut },
    { name: `${edition}-drop-paused`, path, open: pause },
    { name: `${edition}-drop-waiting`, path, as: BUYER, wallet: 'wax', open: waitForWallet },
    { name: `${edition}-drop-moved`, path, as: BUYER, wallet: 'wax', open: movePrice },
    { name: `${edition}-drop-ticket`, path, as: BUYER, wallet: 'wax', open: (page) => takeTicket(page) },
    { name: `${edition}-drop-turn`, path, as: BUYER, wallet: 'wax', open: reachTurn },
    { name: `${edition}-drop-line`, path, as: BUYER, wallet: 'wax', open: standInLine },
    { name: `${edition}-drop-line-sold-out`, path, as: BUYER, wallet: 'wax', open: sellOutInLine },
    { name: `${edition}-drop-receipt`, path, as: BUYER, wallet: 'wax', open: receive },
  ]),
  { name: 'home-consent', path: '/', asking: true, window: true },
  { name: 'football-consent', path: '/football', asking: true, window: true },
  { name: 'basketball-apology', path: '/basketball', asking: true },
  { name: 'football-request', path: '/football', open: openRequest, window: true },
  { name: 'football-faq-open', path: '/football/faq', open: openFirst },
  { name: 'football-faq-search', path: '/football/faq', open: search },
]
