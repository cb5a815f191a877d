import type { Dialog, Page, Route } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { follow, hydrated, isAt, onlooker, open, tabTo, visitor } from '../harness/browser'
import { balanceOf, setMedian } from '../harness/chain'
import { openFor, openLoggedIn, signingDialog, type WalletName } from '../harness/logging-in'
import { MEDIAN, onSale, WITHIN_SECONDS } from '../harness/purchase'
import { ownStore, ship, withdraw } from '../harness/shipping'
import { site } from '../harness/site'
import { buy, enter, enterToSign, isSold, ownPage, ready, says, slip, sold } from '../harness/slip'
import { ACCOUNT, signWaiting } from '../harness/wallets'

const store = await ownStore('purchase-survives')
const running = await site({ store, drops: 0, buyers: 0 })

beforeAll(() => setMedian(running, MEDIAN))

const YOURS = /2 packs\s+are yours/i

/** Puts a drop on sale, and answers where its page is, once the site has it. */
async function ownDrop(terms = {}) {
  const name = await onSale(running, terms)
  return { name, path: await ownPage(running, name) }
}

/** Who is logged in has so many packs in the basket. */
const wants = async (page: Page, packs: string) => {
  await ready(page)
  await expect.poll(() => slip(page).getByRole('spinbutton').inputValue()).toBe(packs)
}

const oneMore = (page: Page) => page.getByRole('button', { name: 'One pack more' }).click()

async function buyTwo(page: Page) {
  await oneMore(page)
  await buy(page, 2)
}

/** Buys two, of which what is sent gets to the gateway or nowhere, and no answer to it ever comes. */
async function buyUnanswered(page: Page, gets: 'there' | 'nowhere') {
  const sent = Promise.withResolvers<void>()
  const take = async (route: Route) => {
    if (gets === 'there') await route.fetch()
    sent.resolve()
  }
  await page.route('**/v1/chain/send_transaction', take, { times: 1 })
  await buyTwo(page)
  await sent.promise
}

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

/** Waits until a message says something. */
const tells = (page: Page, text: string | RegExp) =>
  expect.poll(() => messages(page).innerText(), { timeout: 2 * WITHIN_SECONDS }).toMatch(text)

/** Closes a page without a question, and comes back to another one of the site. */
async function comesBack(page: Page, address = running.address): Promise<Page> {
  await page.close({ runBeforeUnload: false })
  const next = await page.context().newPage()
  await open(next, new URL('/football/faq', address).href)
  await next.keyboard.press('Shift')
  return next
}

/** Logs in with a wallet on the page of a drop. Answers the page's address. */
async function enterWith(page: Page, wallet: WalletName, path: string): Promise<string> {
  const address = await openLoggedIn(running, page, wallet, path)
  await ready(page)
  return address
}

/** Answers the questions of the browser, and keeps what they were. */
function questions(page: Page, leaves: { leave: boolean }): string[] {
  const asked: string[] = []
  const answer = (dialog: Dialog) => {
    asked.push(dialog.type())
    void (leaves.leave ? dialog.accept() : dialog.dismiss())
  }
  page.on('dialog', answer)
  onTestFinished(() => void page.off('dialog', answer))
  return asked
}

it('a page that is loaded anew after the signature finds out what became of the purchase, which is made once', async () => {
  const { name, path } = await ownDrop()
  const { page, troubles } = await enter(running, path)
  const asked = questions(page, { leave: true })
  const before = await balanceOf(running, ACCOUNT)
  await buyUnanswered(page, 'there')
  await says(page, 'On its way to the chain')
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await hydrated(page)
  await says(page, YOURS)
  expect(await slip(page).locator('[data-transaction]').count()).toBe(1)
  await expect.poll(() => balanceOf(running, ACCOUNT)).toBe(before - 40_00000000n)
  await isSold(running, name, 2)
  // The basket became what was bought.
  await page.reload()
  await hydrated(page)
  await wants(page, '1')
  // The answer that was lost.
  expect(troubles.all().filter((text) => !/send_transaction/.test(text))).toEqual([])
})

it('a purchase whose tab was closed before its end was known is told on the page that the visitor comes back to', async () => {
  const { name, path } = await ownDrop()
  const { page: lost } = await enter(running, path, running.address, await visitor())
  const before = await balanceOf(running, ACCOUNT)
  await buyUnanswered(lost, 'there')
  const page = await comesBack(lost)
  await tells(page, new RegExp(`2 packs are yours\\s+${name}`))
  await isSold(running, name, 2)
  expect(await balanceOf(running, ACCOUNT)).toBe(before - 40_00000000n)
  // It is told once, and where it is sold it stands as bought.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('#fh-header a')?.click())
  await page.goto(running.address + path)
  await hydrated(page)
  await wants(page, '1')
  await expect.poll(() => messages(page).innerText()).toBe('')
})

it('a deploy and its end keep basket and code, and the new release sends what was signed before it, once', async () => {
  const [{ name, path }, wanted] = [await ownDrop(), await ownDrop()]
  const { page } = await enterToSign(running, `${wanted.path}?partner=huddle`)
  questions(page, { leave: true })
  const stands = async (packs: string) => {
    await ready(page)
    await says(page, 'The Huddle Podcast thanks you.')
    await wants(page, packs)
  }
  await stands('1')
  await slip(page).getByRole('spinbutton').fill('3')
  await open(page, running.address + path)
  await stands('1')
  const before = await balanceOf(running, ACCOUNT)
  // What is signed never gets to the chain: its bytes are in the browser alone.
  await buyUnanswered(page, 'nowhere')
  expect(await sold(running, name)).toBe(0)
  const shipped = [await ship(running, store, 'host', '9.0.1'), await ship(running, store, 'football', '9.0.1')]
  await page.reload()
  await hydrated(page)
  for (const release of shipped) expect(await page.content()).toContain(release)
  await says(page, YOURS)
  await isSold(running, name, 2)
  await withdraw(running, store, 'football', shipped[1] ?? '')
  await withdraw(running, store, 'host', shipped[0] ?? '')
  // It was told: the releases before have nothing to say of it, and what else was wanted still is.
  await page.reload()
  await hydrated(page)
  await stands('1')
  await open(page, running.address + wanted.path)
  await stands('3')
  expect([await sold(running, name), await sold(running, wanted.name), await messages(page).innerText()]).toEqual([
    2,
    0,
    '',
  ])
  expect(await balanceOf(running, ACCOUNT)).toBe(before - 40_00000000n)
})

it('what a newer release has kept outlives the release before it, which buys without it', async () => {
  const { name, path } = await ownDrop()
  const newer = ['basket', 'asked', 'pending', 'bought', 'record.5-6-7-8'].map((what) => [
    `fieldhouse.${what}`,
    JSON.stringify({ version: 2, value: { [ACCOUNT]: { of: 'another shape' } } }),
  ])
  const { page, troubles } = await enterToSign(running, '/robots.txt')
  await page.evaluate((records) => {
    for (const [key = '', record = ''] of records) localStorage.setItem(key, record)
  }, newer)
  const kept = () => page.evaluate((records) => records.map(([key = '']) => [key, localStorage.getItem(key)]), newer)
  await open(page, running.address + path)
  await ready(page)
  await buyTwo(page)
  await says(page, YOURS)
  await isSold(running, name, 2)
  expect(await kept()).toEqual(newer)
  await page.reload()
  await hydrated(page)
  await ready(page)
  expect(await kept()).toEqual(newer)
  expect(troubles.all()).toEqual([])
})

it('back and forward ask while a wallet is asked: who stays loses nothing, who goes is told, and all is signed once', async () => {
  const { name, path } = await ownDrop()
  const { page, troubles } = await onlooker()
  const leaves = { leave: false }
  const asked = questions(page, leaves)
  // As the page has it: who stays is back there only when the browser has gone there again.
  const at = () => page.evaluate(() => location.pathname)
  await openLoggedIn(running, page, 'wombat', '/football')
  for (const next of [path, '/football/faq']) await follow(page, next)
  await page.evaluate(() => history.back())
  await expect.poll(at).toBe(path)
  await hydrated(page)
  await ready(page)
  await buyTwo(page)
  const wallet = page.getByRole('dialog', { name: 'Wombat: sign this transaction?' })
  await wallet.waitFor()
  for (const way of ['back', 'forward'] as const) {
    const before = asked.length
    await page.evaluate((way) => history[way](), way)
    await expect.poll(() => asked.length).toBe(before + 1)
    await expect.poll(at).toBe(path)
    await says(page, 'Waiting for Wombat Wallet')
  }
  leaves.leave = true
  await page.evaluate(() => history.back())
  await expect.poll(at).toBe('/football')
  expect(asked).toEqual(['confirm', 'confirm', 'confirm'])
  await wallet.getByRole('button', { name: 'Sign' }).click()
  await tells(page, '2 packs are yours')
  await isSold(running, name, 2)
  expect(troubles.all()).toEqual([])
})

it('Anchor signs for a page that is gone: the page that the visitor comes back to says what waits there, sends it, and tells it', async () => {
  const { name, path } = await ownDrop()
  const { page: lost } = await visitor()
  await enterWith(lost, 'anchor', path)
  await buy(lost)
  await signingDialog(lost).getByText('to review and sign the transaction').waitFor()
  const page = await comesBack(lost)
  await tells(page, `${name}: Your wallet still has your request`)
  expect(await sold(running, name)).toBe(0)
  await expect.poll(() => signWaiting(running), { timeout: WITHIN_SECONDS }).toBe(true)
  await tells(page, '1 pack is yours')
  await isSold(running, name, 1)
})

it.each(['wax', 'wombat'] as const)(
  'a page that is left before %s answers: nothing is paid, and the next page says so and keeps the basket',
  async (wallet) => {
    const { name, path } = await ownDrop()
    const { page: lost } = await visitor()
    const address = await enterWith(lost, wallet, path)
    await buyTwo(lost)
    await says(lost, 'Waiting for')
    const page = await comesBack(lost, address)
    const why = 'It was left before your wallet answered. Nothing was sent and nothing was paid.'
    await tells(page, `${name}: The page was left too early\n\n${why}`)
    await page.goto(address)
    await hydrated(page)
    await wants(page, '2')
    await expect.poll(async () => [await sold(running, name), await messages(page).innerText()]).toEqual([0, ''])
  },
)

it('two tabs buy once: one waits for the wallet, asks before it is left, and shows in the other what it bought', async () => {
  const { name, path } = await ownDrop()
  const { page: first, context } = await onlooker()
  const asked = questions(first, { leave: false })
  const address = await enterWith(first, 'wombat', path)
  await oneMore(first)
  // The basket is there in the other tab too.
  const second = await context.newPage()
  await open(second, address)
  await ready(second)
  await buy(first, 2)
  const wallet = first.getByRole('dialog', { name: 'Wombat: sign this transaction?' })
  await wallet.waitFor()
  await says(first, 'Waiting for Wombat Wallet')

  await first.evaluate(() => document.querySelector<HTMLAnchorElement>('#fh-main header a')?.click())
  await expect.poll(() => asked).toEqual(['confirm'])
  await isAt(first, path)

  await buy(second, 2)
  await says(second, 'Another tab of this site is buying.')
  await wallet.getByRole('button', { name: 'Sign' }).click()
  for (const tab of [first, second]) await says(tab, YOURS)
  await isSold(running, name, 2)
})

it('a pack is bought in its own page with the keyboard alone, from the login to the receipt', async () => {
  const { path } = await ownDrop({ account_limit: 3 })
  const { page, troubles } = await onlooker()
  await openFor(running, page, 'wombat', `${path}?partner=huddle`)
  const press = async (name: RegExp) => {
    await tabTo(page, name)
    await page.keyboard.press('Enter')
  }
  const asks = async (dialog: string | RegExp) => {
    await page.getByRole('dialog', { name: dialog }).waitFor()
    await page.keyboard.press('Enter')
  }
  // The first key fetches the slip, with what a visitor chooses.
  await page.locator('h1').focus()
  await page.keyboard.press('Shift')
  await says(page, 'The Huddle Podcast thanks you.')
  await press(/^2 packs$/)
  await says(page, '2 packs at $1.00')
  await press(/^Login to Buy$/)
  await page.getByRole('dialog', { name: /^Welcome to / }).waitFor()
  await press(/^Wombat Wallet/)
  await asks('Wombat: share an account?')
  // Back at the same basket.
  await ready(page)
  await press(/^Buy 2 packs$/)
  await asks('Wombat: sign this transaction?')
  await says(page, YOURS)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('2 packs are yours')
  await says(page, /You now have\s+2 of 3/)
  expect(troubles.all()).toEqual([])
})
