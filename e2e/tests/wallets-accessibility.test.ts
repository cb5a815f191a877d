import { SUCCESS_DIALOG_DURATION } from '@fieldhouse/contract/constants'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axe, looking } from '../harness/axe'
import { isFocused as hasFocus, holdBack, lookAt, onlooker, open, tabTo, visitor } from '../harness/browser'
import { announce, everyNode, setMedian, withFaults } from '../harness/chain'
import {
  accountButton,
  alerts,
  choose,
  copiedRequest,
  link,
  loginButton,
  loginModal,
  openModal,
  signingDialog,
} from '../harness/logging-in'
import { bought, buyButton, drop, form, MEDIAN, openForm, shows } from '../harness/purchase'
import { site } from '../harness/site'
import { ACCOUNT, answerWith, breakAnchor, handOver, providerMode, signWaiting } from '../harness/wallets'

const running = await site({ drops: 0, buyers: 0 })
const NAME = 'Accessible Pack'

beforeAll(async () => {
  await setMedian(running, MEDIAN)
  for (const edition of ['football', 'basketball'])
    await announce(running, edition, NAME, { name: NAME, description: 'Eight cards.' }, { listing_price: '1.00 USD' })
})
afterEach(async () => {
  await answerWith(running, 'anchor', 'ask')
  await answerWith(running, 'cloud', 'ask')
  await providerMode(running, 'free')
  await breakAnchor(running, '')
})

const TOASTS = 'section[aria-label="Messages"]'

/** Sees to it that axe finds nothing in what lies over the page. */
async function expectAccessible(page: Page, state: string, within = 'dialog[open]'): Promise<void> {
  expect(await axe(page, within), state).toEqual([])
}

const expectFocusInside = (page: Page, state: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('dialog:modal') !== null), { message: state })
    .toBe(true)

const isFocused = (page: Page, text: RegExp): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toMatch(text)

async function state(page: Page, name: string, title: RegExp): Promise<void> {
  await expect.poll(() => signingDialog(page).getByRole('heading').innerText(), { timeout: 10_000 }).toMatch(title)
  await expectFocusInside(page, name)
  await expectAccessible(page, name)
}

/** How often the page below the dialogs is dimmed. */
const dims = (page: Page): Promise<number> =>
  page
    .locator('dialog:modal')
    .evaluateAll(
      (all) => all.filter((dialog) => !/, 0\)$/.test(getComputedStyle(dialog, '::backdrop').backgroundColor)).length,
    )

const press = (page: Page, button: string | RegExp): Promise<void> =>
  signingDialog(page).getByRole('button', { name: button }).first().click()

describe.each([
  ['football', 'dark'],
  ['basketball', 'light'],
] as const)('on %s in the %s theme', (edition, colorScheme) => {
  it('axe finds nothing in any dialog, and each keeps the focus', async () => {
    const { page } = await lookAt(`${running.address}/${edition}`, looking({ colorScheme }))

    await openModal(page)
    await expectFocusInside(page, 'login')
    await expectAccessible(page, 'login')
    await page.keyboard.press('Escape')
    await isFocused(page, /^Login/)

    await openModal(page)
    await choose(page, 'wombat')
    await expect.poll(() => alerts(page).innerText()).toMatch(/^Error/)
    await expectAccessible(page, 'toast', TOASTS)

    await openModal(page)
    await choose(page, 'anchor')
    await state(page, 'request', /^login$/i)
    await press(page, 'Close')
    await loginButton(page).waitFor()
    await breakAnchor(running, 'unreachable-channel', 1)
    await link(running, page)

    const dialog = await openForm(page, NAME)
    await expectFocusInside(page, 'form')
    await expectAccessible(page, 'form')
    await dialog.getByRole('spinbutton').fill('100')
    await expect.poll(() => dialog.getByRole('spinbutton').getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page, 'form with a refusal')
    await dialog.getByRole('spinbutton').fill('1')

    await providerMode(running, 'fee')
    await buyButton(page, NAME).click()
    await state(page, 'fee', /^transaction fee$/i)
    expect(await dims(page), 'two dialogs').toBe(1)
    await press(page, /^Accept Fee/)
    await state(page, 'unreachable', /^unable to reach device$/i)
    await press(page, 'Sign manually')
    await state(page, 'by hand', /^sign manually$/i)
    await withFaults(running, everyNode('push-cpu'), async () => {
      await answerWith(running, 'anchor', 'sign')
      await handOver(running, await copiedRequest(page))
      await state(page, 'failure', /^transaction error$/i)
      await page.keyboard.press('Escape')
      await signingDialog(page).waitFor({ state: 'detached' })
      await expectFocusInside(page, 'form after a failure')
    })
    await answerWith(running, 'anchor', 'ask')
    await providerMode(running, 'free')
    await buyButton(page, NAME).click()
    await state(page, 'linked device', /^sign -/i)
    await expect.poll(() => signWaiting(running)).toBe(true)
    await bought(page, NAME, 1)
    await signingDialog(page).waitFor({ state: 'detached' })
    await expectAccessible(page, 'bought')
    await page.keyboard.press('Escape')
    await form(page, NAME).waitFor({ state: 'detached' })
    await isFocused(page, /^Buy/)
  })
})

/** Holds back a call of the page until it is released. */
const hold = (page: Page, call: string) => holdBack(page, `**/v1/chain/${call}`)

describe.each(['dark', 'light'] as const)('while something is awaited, in the %s theme', (colorScheme) => {
  it('axe finds nothing: preparing, checking, sending, success', async () => {
    const { page } = await visitor(looking({ colorScheme }))
    // The success closes by itself too soon for a look at it.
    await page.addInitScript((closing) => {
      const original = window.setTimeout
      const slower = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
        original(run, delay === closing ? 100 * closing : delay, ...rest)
      window.setTimeout = slower as typeof window.setTimeout
    }, SUCCESS_DIALOG_DURATION)
    await open(page, `${running.address}/football`)
    await answerWith(running, 'anchor', 'sign')

    await openModal(page)
    await choose(page, 'anchor')
    const account = await hold(page, 'get_account')
    await handOver(running, await copiedRequest(page))
    await expect.poll(() => signingDialog(page).innerText()).toContain('Checking the proof of your account...')
    await expectFocusInside(page, 'checking')
    await expectAccessible(page, 'checking')
    account()
    await state(page, 'success', /^success!$/i)
    await press(page, 'Close')
    await accountButton(page).waitFor()

    const [info, push] = [await hold(page, 'get_info'), await hold(page, 'send_transaction')]
    await openForm(page, NAME)
    await buyButton(page, NAME).click()
    await state(page, 'preparing', /^loading$/i)
    info()
    await expect.poll(() => signingDialog(page).innerText()).toContain('Sending the transaction to the chain...')
    await expectFocusInside(page, 'sending')
    await expectAccessible(page, 'sending')
    push()
    await state(page, 'bought', /^success!$/i)
  })
})

/** What a screen reader is told of an element and all in it, a line each. */
const tree = (element: Locator): Promise<string> => element.ariaSnapshot()

it('an account is linked and packs are bought with Anchor by the keyboard alone, and each step is read out', async () => {
  const { page, troubles } = await onlooker()
  /** Presses Tab until what has the focus says so, and then Enter. */
  const press = async (text: RegExp) => {
    await tabTo(page, text)
    await page.keyboard.press('Enter')
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async () => {
    await press(/^Copy request link/)
    await signingDialog(page).getByText('Link copied.').waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await answerWith(running, 'anchor', 'sign')
  await providerMode(running, 'fee')
  await open(page, `${running.address}/football`)

  await loginButton(page).focus()
  await page.keyboard.press('Enter')
  await loginModal(page).waitFor()
  const wallets = ['Cloud Wallet', 'Anchor', 'Wombat Wallet'].map((name) => `button "${name} [^"]+"[^]*`)
  await expect
    .poll(() => tree(loginModal(page)))
    .toMatch(
      new RegExp(
        `^- dialog "Welcome to Fieldhouse\\.":[\\s\\S]*heading "Welcome to Fieldhouse\\."[^]*${wallets.join('')}$`,
      ),
    )
  await press(/^Anchor/)
  await signingDialog(page).getByRole('button', { name: 'Copy request link' }).waitFor()
  await handOver(running, await copied())
  await accountButton(page).waitFor()
  await signingDialog(page).waitFor({ state: 'detached' })
  await isFocused(page, new RegExp(ACCOUNT))

  const buy = drop(page, NAME).getByRole('button')
  await buy.focus()
  await page.keyboard.press('Enter')
  await shows(page, NAME, '20.00 WAX')
  const said = [
    'heading "Accessible Pack" [level=2]',
    'group "Packs":',
    'button "One pack fewer" [disabled]',
    'spinbutton "Packs": "1"',
    'button "One pack more"',
    'textbox "Partner code"',
    'term: Total',
    'strong: $1.00',
    'heading "You sign once. It does two things:" [level=3]',
    `Sends 20.00 WAX from ${ACCOUNT} to `,
    'Takes 1 pack of Accessible Pack',
    'button "Buy 1 pack"',
  ]
  // In this order, and nothing of it unsaid.
  let order = ''
  const unsaid = async () => {
    order = await tree(form(page, NAME))
    return said.filter((line) => !order.includes(line))
  }
  await expect.poll(unsaid).toEqual([])
  expect(said.map((line) => order.indexOf(line))).toEqual(said.map((line) => order.indexOf(line)).sort((a, b) => a - b))
  await press(/^Buy \d+ pack/)
  await expect.poll(() => signingDialog(page).getByRole('heading').innerText()).toMatch(/^transaction fee$/i)
  await expect.poll(() => tree(signingDialog(page))).toMatch(/^- dialog "Transaction Fee":.*button "Accept Fee[^"]*"/is)
  await press(/^Accept Fee/)
  await bought(page, NAME, 1)
  await signingDialog(page).waitFor({ state: 'detached' })
  await expect
    .poll(() => tree(form(page, NAME)))
    .toMatch(
      /status: Signed and on the chain\n.*paragraph: 1 pack is yours\n.*link "See them in My cards".*definition: 20\.00 WAX\n/s,
    )
  await page.keyboard.press('Escape')
  await form(page, NAME).waitFor({ state: 'detached' })
  await hasFocus(buy)
  expect(troubles.all().filter((text) => !/\b402\b/.test(text))).toEqual([])
})
