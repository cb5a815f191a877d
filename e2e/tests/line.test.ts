import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { askedBy, open } from '../harness/browser'
import { balanceOf, buy as buyOnChain, everyNode, setMedian, withFaults } from '../harness/chain'
import { MEDIAN, onSale, WITHIN_SECONDS } from '../harness/purchase'
import { site } from '../harness/site'
import { buy, enter, isSold, ownPage, ready, says, shownDrop, slip, sold } from '../harness/slip'
import { ACCOUNT } from '../harness/wallets'

// Standing in line. What the gateway's queue does is tested in plugins/chainapi; places and orders in which nothing can go wrong
// by chance are answered here.

const running = await site({ drops: 0, buyers: 0, isQuick: true })

beforeAll(() => setMedian(running, MEDIAN))

/** Signs, has no node take anything when it is sent, and runs something meanwhile. */
async function signWithoutNodes(page: Page, run: () => Promise<void>): Promise<void> {
  const signed = new Promise<Route>((resolve) => page.route('**/v1/chain/send_transaction', resolve, { times: 1 }))
  await buy(page)
  const route = await signed
  await withFaults(running, everyNode('wrong-chain'), async () => {
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

/** A drop on sale and its page, with somebody on it. */
async function buyer(terms = {}) {
  const name = await onSale(running, terms)
  const path = await ownPage(running, name)
  const { page } = await enter(running, path)
  return { name, path, page, before: await balanceOf(running, ACCOUNT) }
}

/** Answers what a page asks at an address that is its alone, and keeps by which methods. */
async function answers(page: Page, path: string, answer: (method: string) => Parameters<Route['fulfill']>[0]) {
  const methods: string[] = []
  await page.route(`**${path}`, (route) => {
    const method = route.request().method()
    methods.push(method)
    return route.fulfill(answer(method))
  })
  return methods
}

const PUSH = '/api/v1/pushes/abcdefghijklmnopqrstuv'
const PLACE = '/api/v1/places/abcdefghijklmnopqrstuv'

it('who has signed stands in line while no node takes anything, also after a reload, and is sent once', async () => {
  const { name, path, page, before } = await buyer()
  await signWithoutNodes(page, async () => {
    await says(page, 'Paused. Your place is kept.')
    expect(await slip(page).innerText()).toMatch(/Signed\.\s+Sent when it’s your turn\.\s+Nothing paid until then\./)
    await open(page, running.address + path)
    await says(page, 'Paused. Your place is kept.')
    await expect.poll(() => page.title()).toMatch(/^1st, /)
  })
  await says(page, /1 pack\s+is yours/i)
  await isSold(running, name, 1)
  expect(await balanceOf(running, ACCOUNT)).toBe(before - 20_00000000n)
})

it('who waited until the price was gone is refused by the chain, reads so, and signs anew in the turn that the gateway gives', async () => {
  const { name, page, before } = await buyer()
  await signWithoutNodes(page, async () => {
    await says(page, 'Paused. Your place is kept.')
    // The gateway gives it to whoever has waited for ten seconds.
    const place = { headers: { Location: PLACE }, json: { state: 'turn', ends_in: 60_000 } }
    for (const at of [PLACE, '/api/v1/places']) await answers(page, at, () => place)
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
  await isSold(running, name, 1)
  expect(await balanceOf(running, ACCOUNT)).toBeLessThan(before - 20_00000000n)
})

it('who leaves the line pays nothing: it is never sent', async () => {
  const { name, page, before } = await buyer()
  await signWithoutNodes(page, async () => {
    await says(page, 'Paused. Your place is kept.')
    await leave(page)
    await says(page, 'You left the line. Nothing was sent and nothing was paid. Your order is as you left it.')
  })
  // What is bought later is sent later: nothing else was in line.
  await buy(page)
  await says(page, /1 pack\s+is yours/i)
  await isSold(running, name, 1)
  expect(await balanceOf(running, ACCOUNT)).toBe(before - 20_00000000n)
})

it('a drop that sells out takes who waits out of its line, and says first that nothing was paid', async () => {
  await ownPage(running, await onSale(running))
  const { name, page } = await buyer({ max_claimable: 1 })
  const queued = { state: 'queued', place: 312, of: 1840, sends_in: 60_000, is_moving: true }
  await answers(page, '/v1/chain/send_transaction', () => ({ status: 202, headers: { Location: PUSH }, json: queued }))
  let isLeft = false
  const methods = await answers(page, PUSH, (method) => {
    isLeft ||= method === 'DELETE'
    return { headers: { ETag: `"${isLeft}"` }, json: isLeft ? { state: 'left' } : queued }
  })
  await buy(page)
  await says(page, /You’re\s+312/i)
  await buyOnChain(running, await shownDrop(running, name), 1)
  await says(page, /You paid nothing\.\s+Your order was never sent/i)
  expect(methods).toContain('DELETE')
  expect(await slip(page).innerText()).toMatch(/Next pack\s+Pack/i)
  expect(await slip(page).innerText()).not.toMatch(/yours/i)
})

it('a longer line gives a ticket before anything is signed, which a reload keeps, and asks at its turn', async () => {
  const { name, path, page } = await buyer()
  let place: object = { state: 'waiting', place: 900, of: 4000, turn_in: 200_000, is_moving: true, missed: false }
  let version = 1
  const given = await answers(page, '/api/v1/places', () => ({
    status: 201,
    headers: { Location: PLACE },
    json: place,
  }))
  await answers(page, PLACE, () => ({ headers: { ETag: `"${version}"` }, json: place }))
  const asked = askedBy(page)
  await buy(page)
  await says(page, /Your place\s+900\s+of 4,000/i)
  expect(await slip(page).innerText()).toContain('Nothing is signed yet, so nothing can be paid.')
  await open(page, running.address + path)
  await says(page, /Your place\s+900\s+of 4,000/i)
  expect([given, asked.filter((path) => path.endsWith('/send_transaction'))]).toEqual([['POST'], []])
  place = { state: 'turn', ends_in: 60_000, missed: false }
  version += 1
  await isTurn(page)
  const sign = slip(page).getByRole('button', { name: 'Sign for 1 pack' })
  // By keyboard: the button has the focus.
  await expect.poll(() => sign.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await says(page, /1 pack\s+is yours/i)
  await isSold(running, name, 1)
})

it('who leaves with a ticket keeps the basket, and the place is given up', async () => {
  const { page } = await buyer()
  const json = { state: 'waiting', place: 9, of: 40, turn_in: 200_000, is_moving: true, missed: false }
  await answers(page, '/api/v1/places', () => ({ status: 201, headers: { Location: PLACE }, json }))
  const methods = await answers(page, PLACE, () => ({ headers: { ETag: '"1"' }, json }))
  await buy(page)
  await says(page, /Your place\s+9\s+of 40/i)
  await leave(page)
  await expect.poll(() => methods.at(-1)).toBe('DELETE')
  await ready(page)
  expect(await slip(page).innerText()).not.toContain('Your place')
})
