import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { open, visitor } from '../harness/browser'
import { apply, type DropRow, GAME, rowsOf } from '../harness/chain'
import { confirmSignature, logIn } from '../harness/logging-in'
import { WITHIN_SECONDS } from '../harness/purchase'
import { site } from '../harness/site'
import { ACCOUNT, answerWith } from '../harness/wallets'

// What is told of an opening, and of collecting, whose answer is lost, against the real process. All cases there are stand in
// harness/cases.ts.

// Nobody buys: what is there stays what it is.
const running = await site({ buyers: 0 })

/** Logs in with the Cloud Wallet, which signs all that it is asked from then on. */
async function enter(path: string) {
  const visit = await visitor()
  await open(visit.page, running.address + path)
  await answerWith(running, 'cloud', 'ask')
  await logIn(running, visit, 'wax')
  await answerWith(running, 'cloud', 'sign')
  return visit
}

/** Answers to sendings are lost until this is let go: what is sent gets to the gateway. Answers how often it was sent. */
async function lose(page: Page): Promise<{ sent: number }> {
  const count = { sent: 0 }
  await page.route('**/v1/chain/send_transaction', async (route) => {
    count.sent += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  return count
}

/** All that an element has said from now on. */
async function heard(page: Page, selector: string): Promise<() => Promise<string>> {
  await page.evaluate((selector) => {
    const said = new Set<string>()
    Object.assign(window, { said })
    const note = () => said.add(document.querySelector<HTMLElement>(selector)?.innerText ?? '')
    new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true })
  }, selector)
  return () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said].join('\n'))
}

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

/** What is told of the rows of the chain that the account cannot read for a while. */
async function blind(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.abort('connectionreset'))
  return () => page.unroute(address)
}

const collector = (page: Page) => page.locator('#fh-main form')

it('a pack whose opening is unclear is not told as sealed, and its cards come when the chain has them', async () => {
  const { page } = await enter('/football/my-cards')
  const stage = await openStage(page)
  const all = await heard(page, 'dialog[open]')
  const see = await blind(page, '**/api/v1/rows/assets?*')
  const count = await lose(page)
  await stage.getByRole('button', { name: 'Tear it open' }).click()
  await expect.poll(() => count.sent, { timeout: WITHIN_SECONDS }).toBeGreaterThan(1)
  await expect.poll(() => stage.innerText()).toContain('Signed. The chain is opening it…')
  await see()
  await opens(stage)
  expect(await all()).not.toMatch(/was not opened|nothing was paid|went on without/i)
})

it('claims whose collecting is unclear are not told as still there; of 39, 19 are left at once, and are collected then', async () => {
  const [drop] = (await rowsOf<DropRow>(running, 'drops')).filter(({ edition }) => edition === 'football')
  const claims = Array.from({ length: 37 }, (_, index) => ({
    account: GAME,
    name: 'newclaim',
    as: GAME,
    data: { drop_id: drop?.drop_id, claimer: ACCOUNT, amount: 1, reason: `prize ${index}`, expires_at: 0 },
  }))
  await apply(running, ...claims)
  const { page } = await enter('/football/claims')
  const says = (text: string | RegExp) =>
    expect.poll(() => collector(page).innerText(), { timeout: 2 * WITHIN_SECONDS }).toMatch(text)
  await expect.poll(() => collector(page).getByRole('checkbox').count(), { timeout: WITHIN_SECONDS }).toBe(39)
  const all = await heard(page, '#fh-main')
  const count = await lose(page)
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
  const { page, context } = await enter('/football/my-cards')
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
  const visit = await enter('/football/drops/1')
  const { page, troubles } = visit
  await answerWith(running, 'cloud', 'ask')
  const slip = page.locator('#fh-main [data-slip]')
  const stage = page.getByRole('dialog')
  // Each has the wallet's window open, which is the second press.
  await confirmSignature.wax(running, visit, () => slip.getByRole('button', { name: 'Buy 1 pack' }).click())
  await confirmSignature.wax(running, visit, () => slip.getByRole('button', { name: /^Open it now/ }).click())
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
