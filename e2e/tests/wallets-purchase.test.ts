import { LANGUAGES, type Language } from '@fieldhouse/contract'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { isFocused, onlooker, open, settled, tabTo } from '../harness/browser'
import { balanceOf, buy, GAME, setMedian, transactionOf } from '../harness/chain'
import {
  accountButton,
  choose,
  confirmSignature,
  loginModal,
  openFor,
  openLoggedIn,
  openModal,
  refuseSignature,
  signingDialog,
  WALLETS,
} from '../harness/logging-in'
import {
  bought,
  buyButton,
  drop,
  form,
  MEDIAN,
  onSale,
  openForm,
  shows,
  status,
  WITHIN_SECONDS,
} from '../harness/purchase'
import { site } from '../harness/site'
import { shownDrop } from '../harness/slip'
import { ACCOUNT, answerWith } from '../harness/wallets'

const PATIENCE = { timeout: WITHIN_SECONDS, interval: 100 }

/** Has 12.3456 WAX. */
const POOR = 'carol.wam'

const running = await site({ drops: 0, buyers: 0 })

beforeAll(() => setMedian(running, MEDIAN))

const wombatAsks = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'Wombat: sign this transaction?' }).getByRole('button', { name: 'Sign' }).waitFor()

/** Puts a drop on sale and opens its form in Wombat's browser. @param each what one pack costs */
async function openOwnForm(terms = {}, each?: string) {
  const name = await onSale(running, terms)
  const { page, troubles } = await onlooker()
  await openLoggedIn(running, page, 'wombat', '/football')
  const dialog = await openForm(page, name, each)
  const oneMore = () => dialog.getByRole('button', { name: 'One pack more' }).click()
  const sign = (start = () => buyButton(page, name).click()) => confirmSignature.wombat(running, page, start)
  return { name, page, troubles, dialog, oneMore, sign }
}

/**
 * Sees to it that a purchase of two is in the chain as one signed transaction of the buyer.
 * @param cost - what is deposited in it; null when there is nothing to pay, and so no deposit
 */
async function expectPurchase(page: Page, name: string, cost: string | null): Promise<void> {
  const id = await bought(page, name, 2)
  const { signatures, transaction } = await vi.waitUntil(() => transactionOf(running, id), PATIENCE)
  // Before what Anchor signs stands what pays for it, and beside its signature that of the resource provider.
  const own = transaction.actions.filter(({ name }) => name !== 'noop')
  expect(signatures).toHaveLength(1 + transaction.actions.length - own.length)
  const deposit = cost === null ? [] : [{ account: 'eosio.token', name: 'transfer' }]
  expect(own.map(({ account, name, authorization }) => ({ account, name, authorization }))).toEqual(
    [...deposit, { account: GAME, name: 'buypack' }].map((action) => ({
      ...action,
      authorization: [{ actor: ACCOUNT, permission: 'active' }],
    })),
  )
  if (cost !== null) expect(own[0]?.data).toMatchObject({ from: ACCOUNT, to: GAME, quantity: cost, memo: 'deposit' })
  expect(own.at(-1)?.data).toMatchObject({ buyer: ACCOUNT, amount: 2 })
}

describe.each(WALLETS)('a drop is bought with %s', (wallet) => {
  it('after a refusal that lost nothing, and the page is right within seconds', async () => {
    const name = await onSale(running)
    const { page, troubles } = await onlooker()
    await openLoggedIn(running, page, wallet, '/football')
    const dialog = await openForm(page, name)
    await dialog.getByRole('button', { name: 'One pack more' }).click()
    const buy = buyButton(page, name)
    const before = await balanceOf(running, ACCOUNT)

    await refuseSignature[wallet](running, page, () => buy.click())
    await expect.poll(() => status(page, name)).toMatch(/Nothing was signed and nothing was paid/)
    expect(await dialog.getByRole('spinbutton').inputValue()).toBe('2')
    expect(await balanceOf(running, ACCOUNT)).toBe(before)

    await confirmSignature[wallet](running, page, () => buy.click())
    await expectPurchase(page, name, '40.00000000 WAX')
    expect(await balanceOf(running, ACCOUNT)).toBe(before - 40_00000000n)
    await signingDialog(page).waitFor({ state: 'detached' })

    await dialog.getByRole('button', { name: 'Buy more' }).click()
    const left = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(
      Number(before / 1_000_000n - 4000n) / 100,
    )
    await shows(page, name, `${left} WAX`)
    await expect.poll(() => drop(page, name).innerText(), { timeout: WITHIN_SECONDS }).toMatch(/\b75 of 77\b/i)
    expect(troubles.all()).toEqual([])
  })
})

/** What is said of a price, without the spaces; nobody pays more than they read, so it is rounded up. */
interface Said {
  listing: string
  page: Record<Language, string>
  each: string
  total: string
  /** The deposit, in 10^-8 WAX. */
  units: bigint
}

describe.each<[string, Said]>([
  [
    'fixed in WAX',
    {
      listing: '12.50000001 WAX',
      page: { en: '12.51WAX', es: '12,51WAX' },
      each: '12.51 WAX',
      total: '25.01WAX',
      units: 25_00000002n,
    },
  ],
  ['free', { listing: '0.00 USD', page: { en: 'Free', es: 'Gratis' }, each: 'Free', total: 'Free', units: 0n }],
])('a drop that is %s', (_, { listing, page: words, each, total, units }) => {
  const packed = (text: string) => text.replaceAll(/\s/g, '')

  it.each(LANGUAGES)('says so in %s, written by the gateway and by React', async (language) => {
    const name = await onSale(running, { listing_price: listing })
    const address = `${running.address}/football?lang=${language}`
    const still = await onlooker({ javaScriptEnabled: false })
    await expect.poll(() => still.page.goto(address).then(() => drop(still.page, name).count()), PATIENCE).toBe(1)
    const live = await onlooker()
    await open(live.page, address)
    await settled(live.page)
    for (const { page } of [still, live]) {
      const text = packed(await drop(page, name).innerText())
      expect(text).toContain(words[language])
      expect(text).not.toMatch(/[$—]|USD/)
    }
    expect(live.troubles.all()).toEqual([])
  })

  it('is sold for just that', async () => {
    const { name, page, troubles, dialog, oneMore, sign } = await openOwnForm({ listing_price: listing }, each)
    await oneMore()
    await expect.poll(async () => packed(await dialog.innerText())).toContain(`Total${total}`)
    expect(await dialog.innerText()).not.toMatch(/[$—]|USD/)
    const before = await balanceOf(running, ACCOUNT)
    await sign()
    await expectPurchase(page, name, units === 0n ? null : '25.00000002 WAX')
    expect(await balanceOf(running, ACCOUNT)).toBe(before - units)
    expect(troubles.all()).toEqual([])
  })
})

describe('what stops a purchase is said in plain words', () => {
  it('a price that moved while the wallet asked: nothing is charged, and the next press pays the new one', async () => {
    const { name, page, troubles, oneMore, sign } = await openOwnForm()
    await oneMore()
    const before = await balanceOf(running, ACCOUNT)
    try {
      await sign(async () => {
        await buyButton(page, name).click()
        await wombatAsks(page)
        await setMedian(running, (MEDIAN * 4) / 5)
      })
      await shows(page, name, 'The WAX price moved')
      expect(await buyButton(page, name).innerText()).toMatch(/^Buy at 50\.00 WAX$/i)
      expect(await balanceOf(running, ACCOUNT)).toBe(before)
      await sign()
      await expectPurchase(page, name, '50.00000000 WAX')
    } finally {
      await setMedian(running, MEDIAN)
    }
    // The chain's refusal of the first one is an answer of the chain API.
    expect(troubles.all().filter((text) => !/send_transaction|status of 500/.test(text))).toEqual([])
  })

  it('a drop that somebody else emptied while the wallet asked', async () => {
    const { name, page, sign } = await openOwnForm({ max_claimable: 3 })
    await sign(async () => {
      await buyButton(page, name).click()
      await wombatAsks(page)
      await buy(running, await shownDrop(running, name), 3, 'bruno.wam', 100)
    })
    await shows(page, name, /Sold\s+out/i)
  })

  it('an account limit, and a balance that is too small, before any wallet is asked', async () => {
    const name = await onSale(running, { account_limit: 7 })
    await answerWith(running, 'wombat', 'sign', POOR)
    try {
      const { page, troubles } = await onlooker()
      await openFor(running, page, 'wombat', '/football')
      await openModal(page)
      await choose(page, 'wombat')
      await accountButton(page, POOR).waitFor()
      await drop(page, name).getByRole('button', { name: /^Buy/ }).click()
      await shows(page, name, /7\.6\d\s+WAX short/)
      expect(await buyButton(page, name).count()).toBe(0)
      await form(page, name).getByRole('spinbutton').fill('8')
      const refused = 'An account may buy 7, and yours can still take 7.'
      await expect.poll(() => status(page, name)).toBe(refused)
      await buyButton(page, name).click()
      await expect.poll(() => status(page, name)).toBe(refused)
      expect(troubles.all()).toEqual([])
    } finally {
      await answerWith(running, 'wombat', 'ask')
    }
  })
})

it('a visitor buys with the keyboard alone, and logs in on the way', async () => {
  const name = await onSale(running)
  const { page, troubles } = await onlooker()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await openFor(running, page, 'wombat', '/football')
  const button = drop(page, name).getByRole('button')
  await expect.poll(() => button.innerText()).toMatch(/^Login to Buy/i)
  await button.focus()
  await press('Enter')
  await loginModal(page).waitFor()
  // Each wallet has a button and an info icon.
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Enter')
  await page.getByRole('dialog', { name: 'Wombat: share an account?' }).waitFor()
  await press('Enter')
  await form(page, name).waitFor()
  await shows(page, name, '20.00 WAX')

  await tabTo(page, '[type=number]')
  await press('ArrowUp', 'Enter')
  await wombatAsks(page)
  await press('Enter')
  await expectPurchase(page, name, '40.00000000 WAX')
  await press('Escape')
  await form(page, name).waitFor({ state: 'detached' })
  await isFocused(button)
  await expect.poll(() => button.innerText()).toMatch(/^Buy/i)
  expect(troubles.all()).toEqual([])
})

it.each([
  [360, 640],
  [320, 480],
])(
  'in a window of %i by %i pixels total and button stay in sight, at the top of the form and at its foot',
  async (width, height) => {
    const { name, page } = await openOwnForm()
    await page.setViewportSize({ width, height })
    const scrolledTo = (part: number) =>
      buyButton(page, name).evaluate((button, part) => {
        let form = button.parentElement as HTMLElement
        while (form.scrollHeight === form.clientHeight || getComputedStyle(form).overflowY === 'visible')
          form = form.parentElement as HTMLElement
        form.scrollTo(0, part * form.scrollHeight)
        const total = button.previousElementSibling as HTMLElement
        const inSight = [total, button].map((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          return [1, height - 1].every((y) => element.contains(document.elementFromPoint(left + width / 2, top + y)))
        })
        return { inSight, total: total.innerText, isMoved: form.scrollTop > 0 }
      }, part)
    const total = expect.stringContaining('20.00')
    expect(await scrolledTo(0)).toEqual({ inSight: [true, true], total, isMoved: false })
    expect(await scrolledTo(1)).toEqual({ inSight: [true, true], total, isMoved: true })
  },
)
