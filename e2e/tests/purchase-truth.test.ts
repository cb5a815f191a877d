import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { askEach, heard, holdBack, hydrated, onlooker, open, visitor } from '../harness/browser'
import { balanceOf, everyNode, setIrreversible, setMedian, transactionOf, undo, withFaults } from '../harness/chain'
import { confirmSignature, logIn, recordFor } from '../harness/logging-in'
import { MEDIAN, onSale, WITHIN_SECONDS } from '../harness/purchase'
import { gatewayOn, site } from '../harness/site'
import { buy, enter, enterToSign, isSold, lose, ownPage, ready, says, slip, sold } from '../harness/slip'
import { ACCOUNT } from '../harness/wallets'

// What is told of a purchase whose answer is lost, or a lie, or true no more, against the real process. All cases there are stand
// in harness/cases.ts.

const running = await site({ drops: 0, buyers: 0 })
const gateway = await gatewayOn(running)

beforeAll(() => setMedian(running, MEDIAN))

const BOTH = [running.address, gateway.address]

const LOOKING = 'Checking whether your purchase went through'
const YOURS = /1 pack\s+is yours/i
const NOTHING = /nothing was paid/i

/** A drop on sale and its page, with somebody on it, and all that they are told there. */
async function buyer(address = running.address) {
  const name = await onSale(running)
  const path = await ownPage(running, name, BOTH)
  const { page, context } = await enter(running, path, address)
  return { name, path, page, context, all: await heard(page, '[data-slip]') }
}

/** The signatures of what is under way have run out, as if so much time had gone by, in milliseconds. */
const runOut = (page: Page, by: number) =>
  page.evaluate((by) => {
    for (const [key, text] of Object.entries(localStorage)) {
      if (!key.startsWith('fieldhouse.record.')) continue
      const record = JSON.parse(text)
      if (record.value.signed) record.value.signed.expiresAt = Date.now() - by
      localStorage.setItem(key, JSON.stringify(record))
    }
  }, by)

const transactionIn = async (page: Page) =>
  (await slip(page).locator('[data-transaction]').getAttribute('data-transaction')) ?? ''

const MINUTES = 60_000

describe('an answer is lost and the gateway starts anew, 11 minutes past the expiration', () => {
  it.each(['in the open tab', 'loaded anew', 'on another page'] as const)(
    '%s a purchase that landed is told as made, and nothing is sent or bought again',
    async (where) => {
      const { name, page, all } = await buyer(gateway.address)
      const before = await balanceOf(running, ACCOUNT)
      // From its sending on nobody can read the rows, so that the page does not know at once.
      let isBlind = false
      await page.route('**/api/v1/rows/claims?*', (route) =>
        isBlind ? route.abort('connectionreset') : route.fallback(),
      )
      const count = await lose(page, 'there', () => {
        isBlind = true
      })
      await buy(page)
      await says(page, LOOKING)
      await isSold(running, name, 1)
      await gateway.restart()
      await setIrreversible(running, 0)
      await count.whileOneWaits(() => runOut(page, 11 * MINUTES))
      const { sent } = count
      if (where === 'in the open tab') {
        isBlind = false
        await says(page, YOURS)
        expect(await all()).not.toMatch(NOTHING)
      } else {
        // What the page before still reads it would tell, and then nobody else.
        if (where === 'loaded anew') await page.reload({ waitUntil: 'commit' })
        else await page.goto(`${gateway.address}/football/faq`, { waitUntil: 'commit' })
        isBlind = false
        await page.waitForLoadState()
        await hydrated(page)
        await page.keyboard.press('Shift')
        // By the slip, or by a message where that is not there in time.
        const told = page.locator('[data-slip], section[aria-label="Messages"]')
        await expect
          .poll(async () => (await told.allInnerTexts()).join(), { timeout: 2 * WITHIN_SECONDS })
          .toMatch(YOURS)
      }
      expect([count.sent, await sold(running, name)]).toEqual([sent, 1])
      expect(await balanceOf(running, ACCOUNT)).toBe(before - 20_00000000n)
      await setIrreversible(running, 330)
    },
  )

  it('one that never left the browser is told so once the irreversible chain is past it', async () => {
    const { name, page, all } = await buyer(gateway.address)
    const count = await lose(page, 'nowhere')
    await buy(page)
    await says(page, LOOKING)
    expect(await all()).not.toMatch(NOTHING)
    await count.whileOneWaits(() => runOut(page, 11 * MINUTES))
    const { sent } = count
    await setIrreversible(running, 0)
    await says(page, 'Your purchase did not go through: the chain moved on without it. Nothing was paid.')
    expect(sent).toBeGreaterThan(0)
    expect([count.sent, await sold(running, name)]).toEqual([sent, 0])
    await setIrreversible(running, 330)
  })
})

it('nodes that say "executed" and forward nothing are not believed: the rows tell, and in the end that nothing was paid', async () => {
  const { name, page, all } = await buyer()
  await withFaults(running, everyNode('push-lie'), async () => {
    await Promise.all([page.waitForResponse('**/v1/chain/send_transaction'), buy(page)])
    // Or, by a gateway that tells where it stands, that it is on its way.
    await says(page, /Checking whether your purchase went through|Sending it to the chain/)
    await runOut(page, 1000)
    await setIrreversible(running, 0)
    await says(page, 'Your purchase did not go through: the chain moved on without it. Nothing was paid.')
  })
  await setIrreversible(running, 330)
  expect(await all()).not.toMatch(YOURS)
  expect(await sold(running, name)).toBe(0)
})

it('nodes that say "executed" and forward nothing cost no purchase while another one is honest', async () => {
  const { name, page, all } = await buyer()
  await withFaults(running, everyNode('push-lie').slice(1), async () => {
    await buy(page)
    await expect.poll(() => sold(running, name), { timeout: 3 * WITHIN_SECONDS }).toBe(1)
    await says(page, YOURS)
  })
  expect(await all()).not.toMatch(NOTHING)
  expect(await sold(running, name)).toBe(1)
})

it('one node that hides the row is not believed: what landed stays told as made', async () => {
  const { name, page, all } = await buyer()
  await withFaults(running, [{ node: 1, fault: 'hide-rows', account: ACCOUNT }], async () => {
    await lose(page, 'there')
    await buy(page)
    await says(page, /Checking whether your purchase went through|is\s+yours/i)
    await isSold(running, name, 1)
    await runOut(page, 1000)
    await setIrreversible(running, 0)
    await says(page, YOURS)
    const record = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.startsWith('fieldhouse.record.'))
          .join(),
      )
    await expect.poll(record, { timeout: 2 * WITHIN_SECONDS }).toContain('"state":"final"')
    expect(await record()).toContain('"packed":"","signatures":[]')
  })
  expect(await all()).not.toMatch(/Taken back|nothing was paid/i)
  await setIrreversible(running, 330)
  expect(await sold(running, name)).toBe(1)
})

it('a block that is undone takes the receipt back, and the same bytes, sent again, bring it again: it is paid once', async () => {
  const { name, page } = await buyer(gateway.address)
  const before = await balanceOf(running, ACCOUNT)
  await buy(page)
  await says(page, YOURS)
  const id = await transactionIn(page)
  await expect.poll(() => transactionOf(running, id), { timeout: WITHIN_SECONDS }).toBeDefined()
  const letGo = await holdBack(page, '**/v1/chain/send_transaction')
  // What a gateway remembers of it is no truth.
  await gateway.restart()
  await undo(running, id)
  expect(await balanceOf(running, ACCOUNT)).toBe(before)
  await says(page, 'The chain has replaced the block that had your purchase.')
  letGo()
  await says(page, YOURS)
  expect(await transactionIn(page)).toBe(id)
  await isSold(running, name, 1)
  expect(await balanceOf(running, ACCOUNT)).toBe(before - 20_00000000n)
})

it("a partner's code that is still being looked up is signed", async () => {
  const name = await onSale(running)
  const path = await ownPage(running, name, BOTH)
  const { page } = await enterToSign(running, '/robots.txt')
  // The page has no snapshot of partners then.
  await askEach(page)
  const letGo = await holdBack(page, '**/api/v1/rows/partners?*')
  await open(page, `${running.address}${path}?partner=huddle`)
  await ready(page)
  await says(page, 'Looking the code up…')
  await buy(page)
  await says(page, 'Taking the price…')
  letGo()
  await says(page, YOURS)
  const id = await transactionIn(page)
  const signed = async () => (await transactionOf(running, id))?.transaction.actions.at(-1)?.data
  await expect.poll(signed, { timeout: WITHIN_SECONDS }).toMatchObject({ partner_code: 'huddle' })
})

it.each(['after a reload', 'in a new tab'] as const)(
  'what is bought again at once %s is another purchase',
  async (where) => {
    const { name, path, page, context } = await buyer()
    await buy(page)
    await says(page, YOURS)
    const first = await transactionIn(page)
    const again = where === 'in a new tab' ? await context.newPage() : page
    await open(again, running.address + path)
    await ready(again)
    await buy(again)
    await says(again, YOURS)
    expect(await transactionIn(again)).not.toBe(first)
    await isSold(running, name, 2)
  },
)

it('a purchase is told to its buyer alone, whoever logs in in another tab', async () => {
  const { name, page, context } = await buyer()
  const count = await lose(page, 'nowhere')
  await buy(page)
  await says(page, LOOKING)
  const tab = await context.newPage()
  await tab.goto(`${running.address}/robots.txt`)
  const change = (account: string) =>
    tab.evaluate(([key, record]) => {
      localStorage.removeItem('Wax')
      localStorage.setItem(key, record)
    }, recordFor(account))
  await change('bob.wam')
  await ready(page)
  expect(count.sent).toBeGreaterThan(0)
  await page.unroute('**/v1/chain/send_transaction')
  await change(ACCOUNT)
  await says(page, YOURS)
  await change('bob.wam')
  await ready(page)
  await isSold(running, name, 1)
})

it('with cookies blocked, where the browser refuses locks and storage, a pack is bought', async () => {
  const name = await onSale(running)
  const path = await ownPage(running, name, BOTH)
  const { page, context } = await visitor()
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    if (window.opener || location.pathname.includes('.')) return
    LockManager.prototype.request = async () => refuse()
    Object.defineProperty(window, 'localStorage', { get: refuse })
    Object.defineProperty(window, 'sessionStorage', { get: refuse })
  })
  await open(page, running.address + path)
  await logIn(running, page, 'wax')
  await ready(page)
  await confirmSignature.wax(running, page, () => buy(page))
  await says(page, YOURS)
  await isSold(running, name, 1)
})

it('two devices that buy the same in the same half second make two purchases', async () => {
  const name = await onSale(running)
  const path = await ownPage(running, name, BOTH)
  /** What the chain says at this moment, for both. */
  const told = new Map<string, Promise<{ status: number; body: string }>>()
  const devices: Page[] = []
  for (const [chance, someone] of [
    [0.1, onlooker],
    [0.9, visitor],
  ] as const) {
    const { page } = await enter(running, path, running.address, await someone())
    await page.evaluate((chance) => {
      Math.random = () => chance
    }, chance)
    await page.route(/\/v1\/chain\/get_(info|block_info)$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const call = route.request().url()
      const answer =
        told.get(call) ?? route.fetch().then(async (said) => ({ status: said.status(), body: await said.text() }))
      told.set(call, answer)
      await route.fulfill({ ...(await answer), contentType: 'application/json' })
    })
    devices.push(page)
  }
  await Promise.all(devices.map((page) => buy(page)))
  const ids = await Promise.all(
    devices.map(async (page) => {
      await says(page, YOURS)
      return transactionIn(page)
    }),
  )
  expect(new Set(ids).size).toBe(2)
  await isSold(running, name, 2)
})
