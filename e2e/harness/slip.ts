import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { open, type Visitor, visitor } from './browser'
import { type DropRow, rowsOf } from './chain'
import { logIn } from './logging-in'
import { WITHIN_SECONDS } from './purchase'
import type { Site } from './site'
import { answerWith } from './wallets'

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

export const sold = async (running: Site, name: string) => Number((await dropOf(running, name))?.current_claimed)

/** The path of a drop's page, once the gateways have it. */
export async function ownPage(running: Site, name: string, addresses = [running.address]): Promise<string> {
  await expect.poll(() => dropOf(running, name), { timeout: WITHIN_SECONDS }).toBeDefined()
  const path = `/football/drops/${(await dropOf(running, name))?.drop_id}`
  for (const address of addresses) {
    const status = async () => (await fetch(address + path)).status
    await expect.poll(status, { timeout: WITHIN_SECONDS }).toBe(200)
  }
  return path
}

/** Logs in with the Cloud Wallet, which signs all that it is asked from then on. */
export async function logInToSign(running: Site, visit: Visitor): Promise<void> {
  await answerWith(running, 'cloud', 'ask')
  await logIn(running, visit, 'wax')
  await answerWith(running, 'cloud', 'sign')
}

/** Opens a drop's page and logs in there. */
export async function enter(running: Site, path: string, address = running.address): Promise<Visitor> {
  const visit = await visitor()
  await open(visit.page, address + path)
  await logInToSign(running, visit)
  await ready(visit.page)
  return visit
}
