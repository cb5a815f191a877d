import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { hydrated, open, visitor } from '../harness/browser'
import { balanceOf, type DropRow, rowsOf, setMedian } from '../harness/chain'
import { logIn, openFor, signingDialog } from '../harness/logging-in'
import { MEDIAN, onSale, WITHIN_SECONDS } from '../harness/purchase'
import { ownStore, ship, withdraw } from '../harness/shipping'
import { site } from '../harness/site'
import { ACCOUNT, answerWith, signWaiting } from '../harness/wallets'

const store = await ownStore('purchase-survives')
const running = await site({ store, drops: 0, buyers: 0 })

beforeAll(() => setMedian(running, MEDIAN))

const dropOf = async (name: string) => (await rowsOf<DropRow>(running, 'drops')).find((row) => row.name === name)

/** Puts a drop on sale, and answers where its page is, once the site has it. */
async function ownPage(name: string): Promise<string> {
  await expect.poll(() => dropOf(name), { timeout: WITHIN_SECONDS }).toBeDefined()
  const path = `/football/drops/${(await dropOf(name))?.drop_id}`
  const status = async () => (await fetch(running.address + path)).status
  await expect.poll(status, { timeout: WITHIN_SECONDS }).toBe(200)
  return path
}

const slip = (page: Page) => page.locator('[data-slip]')
const says = (page: Page, text: string | RegExp) =>
  expect.poll(() => slip(page).innerText(), { timeout: 2 * WITHIN_SECONDS }).toMatch(text)
/** Who is logged in has so many packs in the basket. */
const wants = async (page: Page, packs: string) => {
  await says(page, /Your balance\s+[\d,]+\.\d\d WAX/)
  await expect.poll(() => slip(page).getByRole('spinbutton').inputValue()).toBe(packs)
}
const sold = async (name: string) => Number((await dropOf(name))?.current_claimed)

/** Answers the questions of the browser, and keeps what they were. */
function questions(page: Page, leave: boolean): string[] {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void (leave ? dialog.accept() : dialog.dismiss())
  })
  return asked
}

it('a page that is loaded anew after the signature finds out what became of the purchase, which is made once', async () => {
  const name = await onSale(running)
  const path = await ownPage(name)
  const visit = await visitor()
  const { page, troubles } = visit
  const asked = questions(page, true)
  await open(page, running.address + path)
  await logIn(running, visit, 'wax')
  await says(page, /Your balance\s+[\d,]+\.\d\d WAX/)
  await page.getByRole('button', { name: 'One pack more' }).click()
  const before = await balanceOf(running, ACCOUNT)
  // It gets to the chain, and its answer never gets back.
  let sent = () => {}
  const isSent = new Promise<void>((resolve) => {
    sent = resolve
  })
  await page.route(
    '**/v1/chain/send_transaction',
    async (route) => {
      await route.fetch()
      sent()
    },
    { times: 1 },
  )
  await answerWith(running, 'cloud', 'sign')
  try {
    await page.getByRole('button', { name: 'Buy 2 packs' }).click()
    await isSent
    await says(page, 'On its way to the chain')
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await hydrated(page)
    await says(page, /2 packs\s+are yours/i)
    expect(await slip(page).locator('[data-transaction]').count()).toBe(1)
    await expect.poll(() => balanceOf(running, ACCOUNT)).toBe(before - 40_00000000n)
    await expect.poll(() => sold(name), { timeout: WITHIN_SECONDS }).toBe(2)
    // The basket became what was bought.
    await page.reload()
    await hydrated(page)
    await wants(page, '1')
  } finally {
    await answerWith(running, 'cloud', 'ask')
  }
  // The answer that was lost.
  expect(troubles.all().filter((text) => !/send_transaction/.test(text))).toEqual([])
})

it('a purchase whose tab was closed before its end was known is told on the page that the visitor comes back to', async () => {
  const name = await onSale(running)
  const path = await ownPage(name)
  const visit = await visitor()
  const { page: lost, context } = visit
  await open(lost, running.address + path)
  await logIn(running, visit, 'wax')
  await says(lost, /Your balance\s+[\d,]+\.\d\d WAX/)
  await lost.getByRole('button', { name: 'One pack more' }).click()
  const before = await balanceOf(running, ACCOUNT)
  let sent = () => {}
  const isSent = new Promise<void>((resolve) => {
    sent = resolve
  })
  await lost.route('**/v1/chain/send_transaction', async (route) => {
    await route.fetch()
    sent()
  })
  await answerWith(running, 'cloud', 'sign')
  try {
    await lost.getByRole('button', { name: 'Buy 2 packs' }).click()
    await isSent
    await lost.close({ runBeforeUnload: false })
    const page = await context.newPage()
    const told = page.getByRole('region', { name: 'Messages' })
    await open(page, `${running.address}/football/faq`)
    await page.keyboard.press('Shift')
    await expect
      .poll(() => told.innerText(), { timeout: 2 * WITHIN_SECONDS })
      .toMatch(new RegExp(`2 packs are yours\\s+${name}`))
    await expect.poll(() => sold(name), { timeout: WITHIN_SECONDS }).toBe(2)
    expect(await balanceOf(running, ACCOUNT)).toBe(before - 40_00000000n)
    // It is told once, and where it is sold it stands as bought.
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('#fh-header a')?.click())
    await page.goto(running.address + path)
    await hydrated(page)
    await wants(page, '1')
    await expect.poll(() => told.innerText()).toBe('')
  } finally {
    await answerWith(running, 'cloud', 'ask')
  }
})

it('a deploy and its end keep basket and code, and the new release sends what was signed before it, once', async () => {
  const [name, wanted] = [await onSale(running), await onSale(running)]
  const [path, other] = [await ownPage(name), await ownPage(wanted)]
  const visit = await visitor()
  const { page } = visit
  questions(page, true)
  await open(page, `${running.address}${other}?partner=huddle`)
  await logIn(running, visit, 'wax')
  const stands = async (packs: string) => {
    await says(page, /Your balance\s+[\d,]+\.\d\d WAX/)
    await says(page, 'The Huddle Podcast thanks you.')
    await wants(page, packs)
  }
  await stands('1')
  await slip(page).getByRole('spinbutton').fill('3')
  await open(page, running.address + path)
  await stands('1')
  await page.getByRole('button', { name: 'One pack more' }).click()
  const before = await balanceOf(running, ACCOUNT)
  // What is signed never gets to the chain: its bytes are in the browser alone.
  let sent = () => {}
  const isSent = new Promise<void>((resolve) => {
    sent = resolve
  })
  await page.route('**/v1/chain/send_transaction', () => sent(), { times: 1 })
  await answerWith(running, 'cloud', 'sign')
  try {
    await page.getByRole('button', { name: 'Buy 2 packs' }).click()
    await isSent
    expect(await sold(name)).toBe(0)
    const shipped = [await ship(running, store, 'host', '9.0.1'), await ship(running, store, 'football', '9.0.1')]
    await page.reload()
    await hydrated(page)
    for (const release of shipped) expect(await page.content()).toContain(release)
    await says(page, /2 packs\s+are yours/i)
    await expect.poll(() => sold(name), { timeout: WITHIN_SECONDS }).toBe(2)
    await withdraw(running, store, 'football', shipped[1] ?? '')
    await withdraw(running, store, 'host', shipped[0] ?? '')
  } finally {
    await answerWith(running, 'cloud', 'ask')
  }
  // It was told: the releases before have nothing to say of it, and what else was wanted still is.
  await page.reload()
  await hydrated(page)
  await stands('1')
  await open(page, running.address + other)
  await stands('3')
  expect([
    await sold(name),
    await sold(wanted),
    await page.getByRole('region', { name: 'Messages' }).innerText(),
  ]).toEqual([2, 0, ''])
  expect(await balanceOf(running, ACCOUNT)).toBe(before - 40_00000000n)
})

it('what a newer release has kept outlives the release before it, which buys without it', async () => {
  const name = await onSale(running)
  const path = await ownPage(name)
  const visit = await visitor()
  const { page, troubles } = visit
  const newer = ['basket', 'asked', 'pending', 'bought', 'record.5-6-7-8'].map((what) => [
    `fieldhouse.${what}`,
    JSON.stringify({ version: 2, value: { [ACCOUNT]: { of: 'another shape' } } }),
  ])
  await open(page, running.address)
  await page.evaluate((records) => {
    for (const [key = '', record = ''] of records) localStorage.setItem(key, record)
  }, newer)
  const kept = () => page.evaluate((records) => records.map(([key = '']) => [key, localStorage.getItem(key)]), newer)
  await open(page, running.address + path)
  await logIn(running, visit, 'wax')
  await says(page, /Your balance\s+[\d,]+\.\d\d WAX/)
  await page.getByRole('button', { name: 'One pack more' }).click()
  await answerWith(running, 'cloud', 'sign')
  try {
    await page.getByRole('button', { name: 'Buy 2 packs' }).click()
    await says(page, /2 packs\s+are yours/i)
  } finally {
    await answerWith(running, 'cloud', 'ask')
  }
  await expect.poll(() => sold(name), { timeout: WITHIN_SECONDS }).toBe(2)
  expect(await kept()).toEqual(newer)
  await page.reload()
  await hydrated(page)
  await says(page, /Your balance\s+[\d,]+\.\d\d WAX/)
  expect(await kept()).toEqual(newer)
  expect(troubles.all()).toEqual([])
})

it('back and forward ask while a wallet is asked: who stays loses nothing, who goes is told, and all is signed once', async () => {
  const name = await onSale(running)
  const path = await ownPage(name)
  const visit = await visitor()
  const { page, troubles } = visit
  let leave = false
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void (leave ? dialog.accept() : dialog.dismiss())
  })
  // As the page has it: who stays is back there only when the browser has gone there again.
  const at = () => page.evaluate(() => location.pathname)
  await openFor(running, visit, 'wombat', '/football')
  await logIn(running, visit, 'wombat')
  for (const next of [path, '/football/faq']) {
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href })
      document.body.append(link)
      link.click()
      link.remove()
    }, next)
    await expect.poll(at).toBe(next)
  }
  await page.evaluate(() => history.back())
  await expect.poll(at).toBe(path)
  await hydrated(page)
  await says(page, /Your balance\s+[\d,]+\.\d\d WAX/)
  await page.getByRole('button', { name: 'One pack more' }).click()
  await page.getByRole('button', { name: 'Buy 2 packs' }).click()
  const wallet = page.getByRole('dialog', { name: 'Wombat: sign this transaction?' })
  await wallet.waitFor()
  for (const way of ['back', 'forward'] as const) {
    const before = asked.length
    await page.evaluate((way) => history[way](), way)
    await expect.poll(() => asked.length).toBe(before + 1)
    await expect.poll(at).toBe(path)
    await says(page, 'Waiting for Wombat Wallet')
  }
  leave = true
  await page.evaluate(() => history.back())
  await expect.poll(at).toBe('/football')
  expect(asked).toEqual(['confirm', 'confirm', 'confirm'])
  await wallet.getByRole('button', { name: 'Sign' }).click()
  const told = page.getByRole('region', { name: 'Messages' })
  await expect.poll(() => told.innerText(), { timeout: 2 * WITHIN_SECONDS }).toContain('2 packs are yours')
  await expect.poll(() => sold(name), { timeout: WITHIN_SECONDS }).toBe(2)
  expect(troubles.all()).toEqual([])
})

it('Anchor signs for a page that is gone: the page that the visitor comes back to says what waits there, sends it, and tells it', async () => {
  const name = await onSale(running)
  const path = await ownPage(name)
  const visit = await visitor()
  const { page: lost, context } = visit
  await open(lost, running.address + path)
  await logIn(running, visit, 'anchor')
  await says(lost, /Your balance\s+[\d,]+\.\d\d WAX/)
  await lost.getByRole('button', { name: 'Buy 1 pack' }).click()
  await signingDialog(lost).getByText('to review and sign the transaction').waitFor()
  await lost.close({ runBeforeUnload: false })
  const page = await context.newPage()
  const told = () => page.getByRole('region', { name: 'Messages' }).innerText()
  await open(page, `${running.address}/football/faq`)
  await page.keyboard.press('Shift')
  await expect.poll(told, { timeout: WITHIN_SECONDS }).toContain(`${name}: Your wallet still has your request`)
  expect(await sold(name)).toBe(0)
  await expect.poll(() => signWaiting(running), { timeout: WITHIN_SECONDS }).toBe(true)
  await expect.poll(told, { timeout: 2 * WITHIN_SECONDS }).toContain('1 pack is yours')
  await expect.poll(() => sold(name), { timeout: WITHIN_SECONDS }).toBe(1)
})

it.each(['wax', 'wombat'] as const)(
  'a page that is left before %s answers: nothing is paid, and the next page says so and keeps the basket',
  async (wallet) => {
    const name = await onSale(running)
    const path = await ownPage(name)
    const visit = await visitor()
    const { page: lost, context } = visit
    const address = await openFor(running, visit, wallet, path)
    await logIn(running, visit, wallet)
    await says(lost, /Your balance\s+[\d,]+\.\d\d WAX/)
    await lost.getByRole('button', { name: 'One pack more' }).click()
    await lost.getByRole('button', { name: 'Buy 2 packs' }).click()
    await says(lost, 'Waiting for')
    await lost.close({ runBeforeUnload: false })
    const page = await context.newPage()
    await open(page, new URL('/football/faq', address).href)
    await page.keyboard.press('Shift')
    const told = page.getByRole('region', { name: 'Messages' })
    await expect
      .poll(() => told.innerText(), { timeout: WITHIN_SECONDS })
      .toContain(
        `${name}: The page was left too early\n\nIt was left before your wallet answered. Nothing was sent and nothing was paid.`,
      )
    await page.goto(address)
    await hydrated(page)
    await wants(page, '2')
    await expect.poll(async () => [await sold(name), await told.innerText()]).toEqual([0, ''])
  },
)

it('two tabs buy once: one waits for the wallet, asks before it is left, and shows in the other what it bought', async () => {
  const name = await onSale(running)
  const path = await ownPage(name)
  const visit = await visitor()
  const { page: first, context } = visit
  const asked = questions(first, false)
  const address = await openFor(running, visit, 'wombat', path)
  await logIn(running, visit, 'wombat')
  await says(first, /Your balance\s+[\d,]+\.\d\d WAX/)
  await first.getByRole('button', { name: 'One pack more' }).click()
  // The basket is there in the other tab too.
  const second = await context.newPage()
  await open(second, address)
  await says(second, /Your balance\s+[\d,]+\.\d\d WAX/)
  await first.getByRole('button', { name: 'Buy 2 packs' }).click()
  const wallet = first.getByRole('dialog', { name: 'Wombat: sign this transaction?' })
  await wallet.waitFor()
  await says(first, 'Waiting for Wombat Wallet')

  await first.evaluate(() => document.querySelector<HTMLAnchorElement>('#fh-main header a')?.click())
  await expect.poll(() => asked).toEqual(['confirm'])
  expect(new URL(first.url()).pathname).toBe(path)

  await second.getByRole('button', { name: 'Buy 2 packs' }).click()
  await says(second, 'Another tab of this site is buying.')
  await wallet.getByRole('button', { name: 'Sign' }).click()
  for (const tab of [first, second]) await says(tab, /2 packs\s+are yours/i)
  await expect.poll(() => sold(name), { timeout: WITHIN_SECONDS }).toBe(2)
})

it('a pack is bought in its own page with the keyboard alone, from the login to the receipt', async () => {
  const name = await onSale(running, { account_limit: 3 })
  const path = await ownPage(name)
  const visit = await visitor()
  const { page, troubles } = visit
  await openFor(running, visit, 'wombat', `${path}?partner=huddle`)
  const tabTo = async (text: RegExp) => {
    const focused = () =>
      page.evaluate(() => {
        const { ariaLabel, textContent } = document.activeElement ?? {}
        return document.activeElement?.matches('a, button, input') ? `${ariaLabel ?? textContent}` : ''
      })
    for (let presses = 0; !text.test(await focused()); presses++) {
      if (presses === 60) throw new Error(`Tab does not reach ${text}`)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
  }
  // The first key fetches the slip, with what a visitor chooses.
  await page.locator('h1').focus()
  await page.keyboard.press('Shift')
  await says(page, 'The Huddle Podcast thanks you.')
  await tabTo(/^2 packs$/)
  await says(page, '2 packs at $1.00')
  await tabTo(/^Login to Buy$/)
  await page.getByRole('dialog', { name: /^Welcome to / }).waitFor()
  await tabTo(/^Wombat Wallet/)
  await page.getByRole('dialog', { name: 'Wombat: share an account?' }).waitFor()
  await page.keyboard.press('Enter')
  // Back at the same basket.
  await says(page, /Your balance\s+[\d,]+\.\d\d WAX/)
  await tabTo(/^Buy 2 packs$/)
  await page.getByRole('dialog', { name: 'Wombat: sign this transaction?' }).waitFor()
  await page.keyboard.press('Enter')
  await says(page, /2 packs\s+are yours/i)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('2 packs are yours')
  await says(page, /You now have\s+2 of 3/)
  expect(troubles.all()).toEqual([])
})
