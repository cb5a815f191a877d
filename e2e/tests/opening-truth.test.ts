import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { heard } from '../harness/browser'
import { type DropRow, giveClaims, rowsOf } from '../harness/chain'
import { confirmSignature } from '../harness/logging-in'
import { WITHIN_SECONDS } from '../harness/purchase'
import { site } from '../harness/site'
import { enterToSign, lose } from '../harness/slip'
import { ACCOUNT, answerWith } from '../harness/wallets'

// What is told of an opening, and of collecting, whose answer is lost, against the real process. All cases there are stand in
// harness/cases.ts.

// Nobody buys: what is there stays what it is.
const running = await site({ buyers: 0 })

const openStage = async (page: Page) => {
  await page.locator('#fh-main dl button').click()
  const stage = page.locator('dialog[open]')
  await stage.getByRole('heading').first().waitFor()
  return stage
}

/** Waits until a stage has the cards; what it says instead is told. */
async function opens(stage: Locator): Promise<void> {
  await expect.poll(() => stage.innerText(), { timeout: 2 * WITHIN_SECONDS }).toMatch(/skip to the cards/i)
  await stage.getByRole('button', { name: 'Skip to the cards' }).waitFor()
}

const collector = (page: Page) => page.locator('#fh-main form')

it('a pack whose opening is unclear is not told as sealed, and its cards come when the chain has them', async () => {
  const { page } = await enterToSign(running, '/football/my-cards')
  const stage = await openStage(page)
  const all = await heard(page, 'dialog[open]')
  await page.route('**/api/v1/rows/assets?*', (route) => route.abort('connectionreset'))
  const count = await lose(page, 'there')
  await stage.getByRole('button', { name: 'Tear it open' }).click()
  await expect.poll(() => count.sent, { timeout: WITHIN_SECONDS }).toBeGreaterThan(1)
  await expect.poll(() => stage.innerText()).toContain('Signed. The chain is opening it…')
  await page.unroute('**/api/v1/rows/assets?*')
  await opens(stage)
  expect(await all()).not.toMatch(/was not opened|nothing was paid|went on without/i)
})

it('claims whose collecting is unclear are not told as still there; of 39, 19 are left at once, and are collected then', async () => {
  const [drop] = (await rowsOf<DropRow>(running, 'drops')).filter(({ edition }) => edition === 'football')
  const reasons = Array.from({ length: 37 }, (_, index) => `prize ${index}`)
  await giveClaims(running, drop?.drop_id, ACCOUNT, reasons)
  const { page } = await enterToSign(running, '/football/claims')
  const says = (text: string | RegExp) =>
    expect.poll(() => collector(page).innerText(), { timeout: 2 * WITHIN_SECONDS }).toMatch(text)
  await expect.poll(() => collector(page).getByRole('checkbox').count(), { timeout: WITHIN_SECONDS }).toBe(39)
  const all = await heard(page, '#fh-main')
  const count = await lose(page, 'there')
  // What it does is not to be read from its sending on.
  let isBlind = true
  await page.route('**/api/v1/rows/claims?*', (route) => (isBlind ? route.abort('connectionreset') : route.fallback()))
  await collector(page)
    .getByRole('button', { name: /^Collect \d+ packs$/ })
    .click()
  await expect.poll(() => count.sent, { timeout: WITHIN_SECONDS }).toBeGreaterThan(1)
  await says('Signed. We do not know yet how it ends. We are checking and will say so here.')
  expect(await all()).not.toMatch(/nothing is lost|nothing was|are yours/i)
  isBlind = false
  await page.getByRole('heading', { name: /^2\d packs are yours$/ }).waitFor({ timeout: 2 * WITHIN_SECONDS })
  expect(await collector(page).getByRole('checkbox').count()).toBe(19)
  await page.unroute('**/v1/chain/send_transaction')
  await collector(page).getByRole('button', { name: 'Collect 19 packs' }).click()
  await page.getByRole('heading', { name: '19 packs are yours' }).waitFor({ timeout: 2 * WITHIN_SECONDS })
  expect(await collector(page).count()).toBe(0)
})

it('a stage that is closed while the wallet is asked, and opened again, asks for the same pack once', async () => {
  const { page, context } = await enterToSign(running, '/football/my-cards')
  await answerWith(running, 'cloud', 'ask')
  const stage = await openStage(page)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    stage.getByRole('button', { name: 'Tear it open' }).click(),
  ])
  await popup.getByRole('button', { name: 'Approve' }).waitFor()
  await page.keyboard.press('Escape')
  await stage.waitFor({ state: 'detached' })
  const again = await openStage(page)
  await expect.poll(() => again.innerText()).toContain('Waiting for Cloud Wallet')
  const button = again.getByRole('button', { name: 'Tear it open' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await button.press('Enter')
  expect(context.pages().length).toBe(2)
  await popup.getByRole('button', { name: 'Approve' }).click()
  await opens(again)
})

it('goes from Buy to the last card of the pack with four presses besides one a card', async () => {
  const { page, troubles } = await enterToSign(running, '/football/drops/1')
  await answerWith(running, 'cloud', 'ask')
  const slip = page.locator('#fh-main [data-slip]')
  const stage = page.getByRole('dialog')
  // Each has the wallet's window open, which is the second press.
  await confirmSignature.wax(running, page, () => slip.getByRole('button', { name: 'Buy 1 pack' }).click())
  await confirmSignature.wax(running, page, () => slip.getByRole('button', { name: /^Open it now/ }).click())
  const next = stage.getByRole('button', { name: 'Next card' })
  await next.waitFor({ timeout: 2 * WITHIN_SECONDS })
  const cards = Number(/Card 1 of (\d+)/.exec(await stage.innerText())?.[1])
  expect(cards).toBeGreaterThan(1)
  for (let card = 2; card <= cards; card++) {
    await next.click()
    await stage.getByText(`Card ${card} of ${cards}`).waitFor()
  }
  await stage.getByRole('button', { name: /^See all/ }).waitFor()
  expect(troubles.all()).toEqual([])
})
