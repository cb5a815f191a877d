import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { isMarked, lookAt, mark, onlooker, open } from '../harness/browser'
import { announce, apply, buy, type DropRow, GAME, rowsOf } from '../harness/chain'
import { drops, panel } from '../harness/drops'
import { WITHIN_SECONDS } from '../harness/purchase'
import { site } from '../harness/site'
import { shownDrop } from '../harness/slip'

/** Few enough for the buyer's balance, and more than the simulated buyers take at once. */
const PACKS = 3

const running = await site()

/** The drop of an edition that sells now and has the most left. */
async function onSale(edition: string): Promise<DropRow> {
  const now = Date.now() / 1000
  const left = (row: DropRow) => Number(row.max_claimable) - Number(row.current_claimed)
  const rows = (await rowsOf<DropRow>(running, 'drops')).filter(
    (row) =>
      row.edition === edition && row.start_time <= now && (row.end_time === 0 || row.end_time > now) && left(row) > 10,
  )
  const [best] = rows.sort((a, b) => left(b) - left(a))
  if (!best) throw new Error(`no drop of ${edition} is on sale`)
  return best
}

/** How many packs of a drop the page says are left. */
async function leftOnPage(page: Page, drop: DropRow): Promise<number> {
  const text = await drops(page).filter({ hasText: drop.name }).innerText()
  const match = text.replace(/[,.\u00a0 ](?=\d{3}\b)/g, '').match(/(\d+)\s+of\s+\d+/i)
  if (!match) throw new Error(`the page does not say how many of ${drop.name} are left: ${text}`)
  return Number(match[1])
}

it.each(['football', 'basketball'])(
  'a purchase changes what an open page of %s shows within seconds, without a reload',
  async (edition) => {
    const { page, troubles } = await lookAt(`${running.address}/${edition}`)
    await mark(page)
    const drop = await onSale(edition)
    const before = await leftOnPage(page, drop)

    await buy(running, drop, PACKS)
    await expect.poll(() => leftOnPage(page, drop), { timeout: WITHIN_SECONDS }).toBeLessThanOrEqual(before - PACKS)
    expect(await isMarked(page)).toBe(true)
    expect(troubles.all()).toEqual([])
  },
)

it('a drop that is announced appears on an open page, one that is hidden disappears', async () => {
  const { page } = await lookAt(`${running.address}/football`)
  await mark(page)
  const name = 'Announced While You Watched'
  await announce(running, 'football', name, { name, description: 'A pack that nobody expected.' })
  await expect.poll(() => panel(page).innerText(), { timeout: WITHIN_SECONDS }).toMatch(new RegExp(name, 'i'))

  const { drop_id } = await shownDrop(running, name)
  await apply(running, { account: GAME, name: 'sethidden', as: GAME, data: { drop_id, is_hidden: true } })
  await expect.poll(() => panel(page).innerText(), { timeout: WITHIN_SECONDS }).not.toMatch(new RegExp(name, 'i'))
  expect(await isMarked(page)).toBe(true)
})

it('text from the chain is text on the page, whatever is in it', async () => {
  const name = '</script><img src=x onerror=alert(1)>\u2028"\'<!--'
  await announce(running, 'basketball', 'hostile', { name, description: name, img: 'javascript:alert(1)' })
  const address = `${running.address}/basketball`
  await expect
    .poll(async () => (await (await fetch(address)).text()).includes('onerror'), { timeout: WITHIN_SECONDS })
    .toBe(true)
  const html = await (await fetch(address)).text()
  expect(html.includes('<img src=x'), 'an element out of a name').toBe(false)
  expect(html.includes('</script><img'), 'the end of a script out of a name').toBe(false)
  for (const [, json = ''] of html.matchAll(/<script type="application\/json"[^>]*>(.*?)<\/script>/gs)) {
    expect(/[\u2028\u2029<]/.test(json), 'a character that JSON in a script must escape').toBe(false)
  }

  const { page, troubles } = await onlooker()
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs++
    void dialog.dismiss()
  })
  await open(page, address)
  await expect.poll(() => panel(page).innerText()).toMatch(/onerror/i)
  expect(dialogs).toBe(0)
  expect(await page.locator('#fh-main img[src="x"]').count()).toBe(0)
  expect(troubles.all()).toEqual([])
})
