import jsQR from 'jsqr'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hydrated, open, type Visitor, visitor } from '../harness/browser'
import { balanceOf, setMedian, transactionOf, withFaults } from '../harness/chain'
import {
  accountButton,
  alerts,
  choose,
  confirmSignature,
  copiedRequest,
  inAnchor,
  loginButton,
  openModal,
  signingDialog,
} from '../harness/logging-in'
import { bought, buyButton, form, MEDIAN, onSale, openForm, status, WITHIN_SECONDS } from '../harness/purchase'
import { site } from '../harness/site'
import { ACCOUNT, answerWith, breakAnchor, handOver, providerMode } from '../harness/wallets'

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
  await breakAnchor(running, '')
})

/** Logs in with an Anchor that signs by itself, which is linked from then on, and opens the drop's form. */
async function enter({ page }: Visitor): Promise<Locator> {
  await answerWith(running, 'anchor', 'sign')
  await open(page, `${running.address}/football`)
  await openModal(page)
  await choose(page, 'anchor')
  await handOver(running, await copiedRequest(page))
  await accountButton(page).waitFor()
  await signingDialog(page).waitFor({ state: 'detached' })
  await answerWith(running, 'anchor', 'ask')
  return openForm(page, name)
}

/** What a scanner reads off the QR code as it is painted. */
async function scanned(page: Page): Promise<string | undefined> {
  const picture = await signingDialog(page).getByRole('img', { name: 'QR code' }).screenshot()
  const { pixels, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const painted = context?.getImageData(0, 0, bitmap.width, bitmap.height)
    return { pixels: [...(painted?.data ?? [])], width: bitmap.width, height: bitmap.height }
  }, picture.toString('base64'))
  return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data
}

/** The names of the actions that a purchase became, and how many signed. */
async function became(page: Page): Promise<{ actions: string[]; signatures: number }> {
  const id = await bought(page, name, 1)
  const { transaction, signatures } = await vi.waitUntil(() => transactionOf(running, id), PATIENCE)
  return { actions: transaction.actions.map((action) => action.name), signatures: signatures.length }
}

const heading = (page: Page): Locator => signingDialog(page).getByRole('heading')
const screen = (page: Page, title: string | RegExp): Promise<void> =>
  expect.poll(() => heading(page).innerText(), { timeout: WITHIN_SECONDS }).toMatch(title)
const press = (page: Page, button: string | RegExp): Promise<void> =>
  signingDialog(page).getByRole('button', { name: button }).first().click()

describe('a request', () => {
  it('is the same in the QR code and in the link, and to refuse it in Anchor needs no words', async () => {
    const visit = await visitor()
    const { page, troubles } = visit
    await open(page, `${running.address}/basketball`)
    await openModal(page)
    await choose(page, 'anchor')
    const request = await copiedRequest(page)
    expect(request).toMatch(/^esr:[\w-]+$/)
    expect(await scanned(page)).toBe(request)

    await inAnchor(running, visit, request, 'Refuse')
    await signingDialog(page).waitFor({ state: 'detached' })
    expect(await loginButton(page).isVisible()).toBe(true)
    expect((await alerts(page).allInnerTexts()).join('')).toBe('')
    expect(troubles.all()).toEqual([])
  })

  it('goes to the linked device after the page was loaded anew, and the dialog says how it ended', async () => {
    const visit = await visitor()
    const { page, troubles } = visit
    await enter(visit)
    await page.reload()
    await hydrated(page)
    await openForm(page, name)
    await confirmSignature.anchor(running, visit, () => buyButton(page, name).click())
    // Beside the account's own signature that of the resource provider, which paid for it.
    expect(await became(page)).toEqual({ actions: ['noop', 'transfer', 'buypack'], signatures: 2 })
    await signingDialog(page).waitFor({ state: 'detached' })
    expect(troubles.all()).toEqual([])
  })

  it('that cannot get to the linked device is signed by hand', async () => {
    await breakAnchor(running, 'unreachable-channel', 1)
    const visit = await visitor()
    const { page } = visit
    await enter(visit)
    await buyButton(page, name).click()
    await screen(page, /^unable to reach device$/i)
    await press(page, 'Sign manually')
    await screen(page, /^sign manually$/i)
    await inAnchor(running, visit, await copiedRequest(page), 'Sign')
    expect((await became(page)).actions).toContain('buypack')
  })

  it('that the linked device does not answer within two minutes is signed by hand', async () => {
    const visit = await visitor()
    const { page, troubles } = visit
    await page.clock.install()
    await enter(visit)
    await answerWith(running, 'anchor', 'ignore')
    await buyButton(page, name).click()
    await screen(page, /^sign - 0[12]:/i)
    await page.clock.fastForward('02:01')
    await screen(page, /^wallet did not respond in time$/i)
    expect(await signingDialog(page).innerText()).toContain('Open your wallet, see that it is unlocked')
    await press(page, 'Sign manually')
    await answerWith(running, 'anchor', 'sign')
    await handOver(running, await copiedRequest(page))
    expect((await became(page)).actions).toContain('buypack')
    expect(troubles.all()).toEqual([])
  })
})

describe('an offer to cover the transaction for a fee', () => {
  const offered = async (visit: Visitor) => {
    await enter(visit)
    await providerMode(running, 'fee')
    await buyButton(visit.page, name).click()
    await screen(visit.page, /^transaction fee$/i)
    expect(await signingDialog(visit.page).innerText()).toContain(
      'Your account lacks the network resources for this transaction and it cannot be covered for free.',
    )
  }
  /** A 402 is how a provider asks for a fee. */
  const unexpected = ({ troubles }: Visitor) => troubles.all().filter((text) => !/\b402\b/.test(text))

  it('is accepted, and the fee is paid in the same transaction', async () => {
    const visit = await visitor()
    const { page } = visit
    await offered(visit)
    const before = await balanceOf(running, ACCOUNT)
    await confirmSignature.anchor(running, visit, () => press(page, /^Accept Fee of 0\.\d+ WAX$/))
    const { actions, signatures } = await became(page)
    expect(actions.filter((action) => action === 'transfer')).toHaveLength(2)
    expect(signatures).toBe(2)
    expect(await balanceOf(running, ACCOUNT)).toBeLessThan(before - 20_00000000n)
    expect(unexpected(visit)).toEqual([])
  })

  it('is declined, and the wallet is told so', async () => {
    const visit = await visitor()
    const { page, context } = visit
    await offered(visit)
    await confirmSignature.anchor(running, visit, () => press(page, 'Proceed without the fee'))
    expect(await became(page)).toEqual({ actions: ['transfer', 'buypack'], signatures: 1 })
    const wallet = await context.newPage()
    await wallet.goto(running.wallets.anchor)
    await wallet.getByRole('region', { name: 'Answered' }).getByRole('link').first().click()
    expect(await wallet.getByRole('main').innerText()).toMatch(/fee\s+declined/i)
    expect(unexpected(visit)).toEqual([])
  })

  it('expires, and nothing is signed', async () => {
    const visit = await visitor()
    const { page } = visit
    await page.clock.install()
    await offered(visit)
    expect(await signingDialog(page).innerText()).toMatch(/Offer expires in 0[23]:/)
    await page.clock.fastForward('03:10')
    await expect.poll(() => signingDialog(page).innerText()).toContain('Offer expired')
    await press(page, 'Close')
    await form(page, name).waitFor()
    await expect.poll(() => status(page, name)).toContain('Nothing was paid')
    expect(unexpected(visit)).toEqual([])
  })
})

it('an offer of a resource provider that lies is not taken, and signing goes on without it', async () => {
  const visit = await visitor()
  const { page, troubles } = visit
  await enter(visit)
  await providerMode(running, 'lie-hidden-fee')
  const before = await balanceOf(running, ACCOUNT)
  await confirmSignature.anchor(running, visit, () => buyButton(page, name).click())
  expect(await became(page)).toEqual({ actions: ['transfer', 'buypack'], signatures: 1 })
  expect(await balanceOf(running, ACCOUNT)).toBe(before - 20_00000000n)
  expect(troubles.all()).toEqual([])
})

it("the chain's refusal is explained, with the node's own words", async () => {
  const visit = await visitor()
  const { page, troubles } = visit
  await enter(visit)
  const faults = [1, 2, 3].map((node) => ({ node, fault: 'push-cpu' }))
  await withFaults(running, faults, async () => {
    await confirmSignature.anchor(running, visit, () => buyButton(page, name).click())
    await screen(page, /^transaction error$/i)
    const said = await signingDialog(page).innerText()
    expect(said).toContain('Your account is out of CPU')
    expect(said).toMatch(/billed CPU time/i)
    await press(page, 'Close')
  })
  // The node's answer to what was pushed.
  expect(troubles.all().filter((text) => !/send_transaction|status of 500/.test(text))).toEqual([])
  await confirmSignature.anchor(running, visit, () => buyButton(page, name).click())
  await bought(page, name, 1)
})
