import jsQR from 'jsqr'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hydrated, lookAt, onlooker, open } from '../harness/browser'
import { balanceOf, setMedian, transactionOf } from '../harness/chain'
import {
  alerts,
  choose,
  confirmSignature,
  copiedRequest,
  inAnchor,
  link,
  loginButton,
  openModal,
  signingDialog,
} from '../harness/logging-in'
import { bought, buyButton, MEDIAN, onSale, openForm, WITHIN_SECONDS } from '../harness/purchase'
import { site } from '../harness/site'
import { ACCOUNT, answerWith, providerMode } from '../harness/wallets'

const PATIENCE = { timeout: WITHIN_SECONDS, interval: 100 }

const running = await site({ drops: 0, buyers: 0 })
let name = ''

beforeAll(async () => {
  await setMedian(running, MEDIAN)
  name = await onSale(running)
})
afterEach(async () => {
  await answerWith(running, 'anchor', 'ask')
  await providerMode(running, 'free')
})

/** Logs in with an Anchor that signs by itself, which is linked from then on, and opens the drop's form. */
async function enter(page: Page): Promise<Locator> {
  await open(page, `${running.address}/football`)
  await link(running, page)
  return openForm(page, name)
}

/**
 * What a scanner reads off the QR code, which it looks at until it is painted: in a window of which the tests' browser has the
 * memory to draw all, once what it drew of the larger one is gone.
 */
async function scanned(page: Page): Promise<string> {
  const window = page.viewportSize()
  await page.setViewportSize({ width: 400, height: 640 })
  const text = await vi.waitUntil(() => painted(page), PATIENCE)
  if (window) await page.setViewportSize(window)
  return text
}

/** What a scanner reads off the QR code as it is painted now. */
async function painted(page: Page): Promise<string | undefined> {
  const picture = await signingDialog(page).getByRole('img', { name: 'QR code' }).screenshot()
  const { pixels, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const image = context?.getImageData(0, 0, bitmap.width, bitmap.height)
    return { pixels: [...(image?.data ?? [])], width: bitmap.width, height: bitmap.height }
  }, picture.toString('base64'))
  return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data
}

/** The names of the actions that a purchase became, and how many signed. */
async function became(page: Page): Promise<{ actions: string[]; signatures: number }> {
  const id = await bought(page, name, 1)
  const { transaction, signatures } = await vi.waitUntil(() => transactionOf(running, id), PATIENCE)
  return { actions: transaction.actions.map((action) => action.name), signatures: signatures.length }
}

describe('a request', () => {
  it('is the same in the QR code and in the link, and to refuse it in Anchor needs no words', async () => {
    const { page, troubles } = await onlooker()
    await open(page, `${running.address}/basketball`)
    await openModal(page)
    await choose(page, 'anchor')
    const request = await copiedRequest(page)
    expect(request).toMatch(/^esr:[\w-]+$/)
    expect(await scanned(page)).toBe(request)

    await inAnchor(running, page, request, 'Refuse')
    await signingDialog(page).waitFor({ state: 'detached' })
    expect(await loginButton(page).isVisible()).toBe(true)
    expect((await alerts(page).allInnerTexts()).join('')).toBe('')
    expect(troubles.all()).toEqual([])
  })

  it("is refused in Anchor's page, which leaves its answer alone while it is on the way", async () => {
    const { page, context } = await lookAt(`${running.address}/basketball`)
    await openModal(page)
    await choose(page, 'anchor')
    const request = await copiedRequest(page)
    const wallet = await context.newPage()
    await wallet.goto(running.wallets.anchor)
    await wallet.getByLabel("Paste the request's link").fill(request)
    await wallet.getByRole('button', { name: 'Open', exact: true }).click()
    const refuse = wallet.getByRole('button', { name: 'Refuse' })
    await refuse.waitFor()
    // Meanwhile the page hears twice that something has changed, which has it load itself anew.
    const hears = () => wallet.waitForResponse('**/api/state')
    await wallet.route('**/requests/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await wallet.route('**/api/state', (asked) => asked.fulfill({ json: { version: 'another' } }))
      await hears()
      await hears()
      await route.continue()
    })
    await refuse.click()
    await wallet.getByRole('status').filter({ hasText: 'Refused' }).waitFor()
  })

  it('goes to the linked device after the page was loaded anew, and the dialog says how it ended', async () => {
    const { page, troubles } = await onlooker()
    await enter(page)
    await page.reload()
    await hydrated(page)
    await openForm(page, name)
    await confirmSignature.anchor(running, page, () => buyButton(page, name).click())
    // Beside the account's own signature that of the resource provider, which paid for it.
    expect(await became(page)).toEqual({ actions: ['noop', 'transfer', 'buypack'], signatures: 2 })
    await signingDialog(page).waitFor({ state: 'detached' })
    expect(troubles.all()).toEqual([])
  })
})

it('an offer to cover the transaction for a fee is accepted, and the fee is paid in the same transaction', async () => {
  const { page, troubles } = await onlooker()
  await enter(page)
  await providerMode(running, 'fee')
  await buyButton(page, name).click()
  await expect.poll(() => signingDialog(page).getByRole('heading').innerText()).toMatch(/^transaction fee$/i)
  expect(await signingDialog(page).innerText()).toContain(
    'Your account lacks the network resources for this transaction and it cannot be covered for free.',
  )
  const before = await balanceOf(running, ACCOUNT)
  await confirmSignature.anchor(running, page, () =>
    signingDialog(page)
      .getByRole('button', { name: /^Accept Fee of 0\.\d+ WAX$/ })
      .click(),
  )
  const { actions, signatures } = await became(page)
  expect(actions.filter((action) => action === 'transfer')).toHaveLength(2)
  expect(signatures).toBe(2)
  expect(await balanceOf(running, ACCOUNT)).toBeLessThan(before - 20_00000000n)
  // A 402 is how a provider asks for a fee.
  expect(troubles.all().filter((text) => !/\b402\b/.test(text))).toEqual([])
})
