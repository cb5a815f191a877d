import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { announce } from './chain'
import { drops } from './drops'
import type { Site } from './site'

/** How soon an open page has to show what happened on the chain, in milliseconds. */
export const WITHIN_SECONDS = 20_000

/** The price of WAX at which a dollar is 20 WAX, in 10^-4 dollars. */
export const MEDIAN = 500

let last = 0

/** Puts a drop on sale in football, with a name of its own, which it answers: 77 packs at a dollar, unless told otherwise. */
export async function onSale(site: Site, terms: Record<string, unknown> = {}): Promise<string> {
  last += 1
  const name = `Pack ${last}`
  await announce(site, 'football', name, { name, description: 'Eight cards.' }, { listing_price: '1.00 USD', ...terms })
  return name
}

/** A drop on the page, by its name. */
export const drop = (page: Page, name: string): Locator =>
  drops(page).filter({ has: page.getByRole('heading', { name, exact: true }) })

/** The form in which it is bought. */
export const form = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** What the form says of what speaks against a purchase. */
export const status = (page: Page, name: string): Promise<string> => form(page, name).locator('[data-said]').innerText()

/** What buys, at whatever price. */
export const buyButton = (page: Page, name: string): Locator => form(page, name).locator('button[type=submit]')

/** Waits until the form says something. */
export const shows = (page: Page, name: string, text: string | RegExp): Promise<void> =>
  expect.poll(() => form(page, name).innerText(), { timeout: WITHIN_SECONDS }).toMatch(text)

/**
 * Opens the form of somebody who is logged in, and waits until it has the price of WAX and the balance.
 * @param each - what one pack costs
 */
export async function openForm(page: Page, name: string, each = '20.00 WAX'): Promise<Locator> {
  await drop(page, name).getByRole('button', { name: /^Buy/ }).click()
  await shows(page, name, each)
  await expect.poll(() => form(page, name).innerText(), { timeout: WITHIN_SECONDS }).not.toContain('— WAX')
  return form(page, name)
}

/** Waits until the form says that the packs are bought. Answers the transaction's id. */
export async function bought(page: Page, name: string, packs: number): Promise<string> {
  const words = packs === 1 ? '1 pack is yours' : `${packs} packs are yours`
  // A failure shows what the form says instead.
  await expect.poll(() => form(page, name).innerText(), { timeout: 2 * WITHIN_SECONDS }).toMatch(new RegExp(words, 'i'))
  return (await form(page, name).locator('[data-transaction]').getAttribute('data-transaction')) ?? ''
}
