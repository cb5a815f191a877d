import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { open } from '../harness/browser'
import { balanceOf, buy as buyOnChain, setMedian, withFaults } from '../harness/chain'
import { MEDIAN, onSale, WITHIN_SECONDS } from '../harness/purchase'
import { site } from '../harness/site'
import { buy, dropOf, enter, ownPage, ready, says, slip, sold } from '../harness/slip'
import { ACCOUNT } from '../harness/wallets'

// Standing in line. What the gateway's queue does is tested in plugins/chainapi; places and orders in which nothing can go wrong
// by chance are answered here.

const running = await site({ drops: 0, buyers: 0 })

beforeAll(() => setMedian(running, MEDIAN))

/** Signs, has no node take anything when it is sent, and runs something meanwhile. */
async function signWithoutNodes(page: Page, run: () => Promise<void>): Promise<void> {
  const signed = new Promise<Route>((resolve) => page.route('**/v1/chain/send_transaction', resolve, { times: 1 }))
  await buy(page)
  const route = await signed
  const elsewhere = [1, 2, 3].map((node) => ({ node, fault: 'wrong-chain' }))
  await withFaults(running, elsewhere, async () => {
    await expect.poll(hasNodes, { timeout: WITHIN_SECONDS }).toBe(false)
    await route.continue()
    await run()
  })
  await expect.poll(hasNodes, { timeout: WITHIN_SECONDS }).toBe(true)
}

/** Waits for the visitor's turn, which a page learns of within ten seconds. Who waits reads of "your turn" as well. */
const isTurn = (page: Page) => slip(page).locator('[data-line="turn"]').waitFor()

/** Whether the gateway has nodes that answer what a quote needs. */
async function hasNodes(): Promise<boolean> {
  const tables = ['drops?account=fieldhousegm', 'datapoints?account=delphioracle&limit=1&isLimited=true&scope=waxpusd']
  const headers = { 'Cache-Control': 'max-age=0' }
  const answers = await Promise.all(tables.map((rows) => fetch(`${running.address}/api/v1/rows/${rows}`, { headers })))
  return answers.every(({ ok }) => ok)
}

const leave = (page: Page) => slip(page).getByRole('button', { name: 'Leave the line' }).click()

it('who has signed stands in line while no node takes anything, also after a reload, and is sent once', async () => {
  const name = await onSale(running)
  const path = await ownPage(running, name)
  const { page } = await enter(running, path)
  const before = await balanceOf(running, ACCOUNT)
  await signWithoutNodes(page, async () => {
    await says(page, 'Paused. Your place is kept.')
    expect(await slip(page).innerText()).toMatch(/Signed\.\s+Sent when it’s your turn\.\s+Nothing paid until then\./)
    await open(page, running.address + path)
    await says(page, 'Paused. Your place is kept.')
    expect(await page.title()).toMatch(/^1st, /)
  })
  await says(page, /1 pack\s+is yours/i)
  await expect.poll(() => sold(running, name), { timeout: WITHIN_SECONDS }).toBe(1)
  expect(await balanceOf(running, ACCOUNT)).toBe(before - 20_00000000n)
})

it('who waited until the price was gone is refused by the chain, reads so, and signs anew in the turn that the gateway gives', async () => {
  const name = await onSale(running)
  const { page } = await enter(running, await ownPage(running, name))
  const before = await balanceOf(running, ACCOUNT)
  await signWithoutNodes(page, async () => {
    await says(page, 'Paused. Your place is kept.')
    // The gateway gives it to whoever has waited for ten seconds.
    const place = {
      headers: { Location: '/api/v1/places/abcdefghijklmnopqrstuv' },
      json: { state: 'turn', ends_in: 60_000 },
    }
    await page.route('**/api/v1/places/*', (route) => route.fulfill(place))
    await page.route('**/api/v1/places', (route) => route.fulfill(place))
    onTestFinished(() => setMedian(running, MEDIAN))
    await setMedian(running, MEDIAN - 25)
  })
  await isTurn(page)
  await says(page, 'You paid nothing, and you go first now.')
  expect(await sold(running, name)).toBe(0)
  // What is pressed for is what is shown.
  await says(page, '21.06 WAX')
  await slip(page).getByRole('button', { name: 'Sign for 1 pack' }).click()
  await says(page, /1 pack\s+is yours/i)
  await expect.poll(() => sold(running, name), { timeout: WITHIN_SECONDS }).toBe(1)
  expect(await balanceOf(running, ACCOUNT)).toBeLessThan(before - 20_00000000n)
})

it('who leaves the line pays nothing: it is never sent', async () => {
  const name = await onSale(running)
  const { page } = await enter(running, await ownPage(running, name))
  const before = await balanceOf(running, ACCOUNT)
  await signWithoutNodes(page, async () => {
    await says(page, 'Paused. Your place is kept.')
    await leave(page)
    await says(page, 'You left the line. Nothing was sent and nothing was paid. Your order is as you left it.')
  })
  // What is bought later is sent later: nothing else was in line.
  await buy(page)
  await says(page, /1 pack\s+is yours/i)
  await expect.poll(() => sold(running, name), { timeout: WITHIN_SECONDS }).toBe(1)
  expect(await balanceOf(running, ACCOUNT)).toBe(before - 20_00000000n)
})

it('a drop that sells out takes who waits out of its line, and says first that nothing was paid', async () => {
  const [name, other] = [await onSale(running, { max_claimable: 1 }), await onSale(running)]
  await ownPage(running, other)
  const { page } = await enter(running, await ownPage(running, name))
  const location = '/api/v1/pushes/abcdefghijklmnopqrstuv'
  const methods: string[] = []
  let isLeft = false
  await page.route('**/v1/chain/send_transaction', (route) =>
    route.fulfill({ status: 202, headers: { Location: location }, json: { state: 'queued', place: 312, of: 1840 } }),
  )
  await page.route(`**${location}`, async (route: Route) => {
    const method = route.request().method()
    methods.push(method)
    isLeft ||= method === 'DELETE'
    const queued = { state: 'queued', place: 312, of: 1840, sends_in: 60_000, is_moving: true }
    await route.fulfill({ headers: { ETag: `"${isLeft}"` }, json: isLeft ? { state: 'left' } : queued })
  })
  await buy(page)
  await says(page, /You’re\s+312/i)
  const row = await dropOf(running, name)
  if (!row) throw new Error('the drop is gone')
  await buyOnChain(running, row, 1)
  await says(page, /You paid nothing\.\s+Your order was never sent/i)
  expect(methods).toContain('DELETE')
  expect(await slip(page).innerText()).toMatch(/Next pack\s+Pack/i)
  expect(await slip(page).innerText()).not.toMatch(/yours/i)
})

it('a longer line gives a ticket before anything is signed, which a reload keeps, and asks at its turn', async () => {
  const name = await onSale(running)
  const path = await ownPage(running, name)
  const { page } = await enter(running, path)
  const location = '/api/v1/places/abcdefghijklmnopqrstuv'
  let place: object = { state: 'waiting', place: 900, of: 4000, turn_in: 200_000, is_moving: true, missed: false }
  let version = 1
  const methods: string[] = []
  await page.route('**/api/v1/places', (route) => {
    methods.push(route.request().method())
    return route.fulfill({ status: 201, headers: { Location: location }, json: place })
  })
  await page.route(`**${location}`, (route) => {
    methods.push(route.request().method())
    return route.fulfill({ headers: { ETag: `"${version}"` }, json: place })
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/send_transaction')) asked.push(request.url())
  })
  await buy(page)
  await says(page, /Your place\s+900\s+of 4,000/i)
  expect(await slip(page).innerText()).toContain('Nothing is signed yet, so nothing can be paid.')
  await open(page, running.address + path)
  await says(page, /Your place\s+900\s+of 4,000/i)
  expect([methods.filter((method) => method === 'POST'), asked]).toEqual([['POST'], []])
  place = { state: 'turn', ends_in: 60_000, missed: false }
  version += 1
  await isTurn(page)
  const sign = slip(page).getByRole('button', { name: 'Sign for 1 pack' })
  // By keyboard: the button has the focus.
  await expect.poll(() => sign.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await says(page, /1 pack\s+is yours/i)
  await expect.poll(() => sold(running, name), { timeout: WITHIN_SECONDS }).toBe(1)
})

it('who leaves with a ticket keeps the basket, and the place is given up', async () => {
  const name = await onSale(running)
  const { page } = await enter(running, await ownPage(running, name))
  const location = '/api/v1/places/abcdefghijklmnopqrstuv'
  const place = { state: 'waiting', place: 9, of: 40, turn_in: 200_000, is_moving: true, missed: false }
  await page.route('**/api/v1/places', (route) =>
    route.fulfill({ status: 201, headers: { Location: location }, json: place }),
  )
  const methods: string[] = []
  await page.route(`**${location}`, (route) => {
    methods.push(route.request().method())
    return route.fulfill({ headers: { ETag: '"1"' }, json: place })
  })
  await buy(page)
  await says(page, /Your place\s+9\s+of 40/i)
  await leave(page)
  await expect.poll(() => methods.at(-1)).toBe('DELETE')
  await ready(page)
  expect(await slip(page).innerText()).not.toContain('Your place')
})
