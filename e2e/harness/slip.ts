import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { onlooker, open, type Visitor } from './browser'
import { type DropRow, rowsOf } from './chain'
import { isLoggedIn } from './logging-in'
import { WITHIN_SECONDS } from './purchase'
import type { Site } from './site'
import { ACCOUNT, answerWith } from './wallets'

/** The order slip of a drop's page. */
export const slip = (page: Page) => page.locator('[data-slip]')

/** Waits until the slip says something. */
export const says = (page: Page, text: string | RegExp) =>
  expect.poll(() => slip(page).innerText(), { timeout: 2 * WITHIN_SECONDS }).toMatch(text)

/** Waits until the slip has what its user has. */
export const ready = (page: Page) => says(page, /Your balance\s+[\d,]+\.\d\d WAX/)

export const buy = (page: Page, packs = 1) =>
  page.getByRole('button', { name: packs === 1 ? 'Buy 1 pack' : `Buy ${packs} packs` }).click()

export const dropOf = async (running: Site, name: string) =>
  (await rowsOf<DropRow>(running, 'drops')).find((row) => row.name === name)

/** The same, once the gateway has it. */
export async function shownDrop(running: Site, name: string): Promise<DropRow> {
  await expect.poll(() => dropOf(running, name), { timeout: WITHIN_SECONDS }).toBeDefined()
  return (await dropOf(running, name)) as DropRow
}

export const sold = async (running: Site, name: string) => Number((await dropOf(running, name))?.current_claimed)

/** Waits until so many packs of a drop are sold. */
export const isSold = (running: Site, name: string, packs: number) =>
  expect.poll(() => sold(running, name), { timeout: WITHIN_SECONDS }).toBe(packs)

/** The path of a drop's page, once the gateways have it. */
export async function ownPage(running: Site, name: string, addresses = [running.address]): Promise<string> {
  const path = `/football/drops/${(await shownDrop(running, name)).drop_id}`
  for (const address of addresses) {
    const status = async () => (await fetch(address + path)).status
    await expect.poll(status, { timeout: WITHIN_SECONDS }).toBe(200)
  }
  return path
}

/** The answers to sendings are lost: what is sent gets to the gateway, or nothing does. Counts them. */
export async function lose(page: Page, gets: 'there' | 'nowhere', onSent = () => {}) {
  let hold = (letGo: () => void) => letGo()
  const count = {
    sent: 0,
    /** Has the page wait for an answer while something is done: no other sending is on its way then. */
    whileOneWaits: async (run: () => Promise<void>) => {
      const letGo = await new Promise<() => void>((waits) => {
        hold = waits
      })
      hold = (next) => next()
      await run()
      letGo()
    },
  }
  await page.route('**/v1/chain/send_transaction', async (route) => {
    count.sent += 1
    onSent()
    // The gateway may be starting anew.
    if (gets === 'there') await route.fetch().catch(() => {})
    await new Promise<void>((letGo) => hold(letGo))
    await route.abort('connectionreset')
  })
  return count
}

/** Somebody with the Cloud Wallet, which signs all that it is asked in the test; how one logs in is wallets-login.test.ts's. */
export async function enterToSign(
  running: Site,
  path: string,
  address = running.address,
  visit?: Visitor,
): Promise<Visitor> {
  const somebody = visit ?? (await onlooker())
  await isLoggedIn(somebody.page, address, ACCOUNT, 'wax')
  await answerWith(running, 'cloud', 'sign')
  onTestFinished(() => answerWith(running, 'cloud', 'ask'))
  await open(somebody.page, address + path)
  return somebody
}

/** The same on the page of a drop, until its slip has what its user has. */
export async function enter(...at: Parameters<typeof enterToSign>): Promise<Visitor> {
  const visit = await enterToSign(...at)
  await ready(visit.page)
  return visit
}
