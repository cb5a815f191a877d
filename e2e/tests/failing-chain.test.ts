import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe, sights, windowOf } from '../harness/axe'
import { onlooker, open, visitor } from '../harness/browser'
import { apply, BUYER, everyNode, type Fault, GAME, rowsOf, withFaults } from '../harness/chain'
import { drops, panel } from '../harness/drops'
import { site } from '../harness/site'

const running = await site({ isQuick: true })

const NODE_FAULTS: Fault[] = [
  { node: 1, fault: 'slow', delay: '1s' },
  { node: 1, fault: 'stalled' },
  { node: 1, fault: 'behind', blocks: 200 },
  { node: 1, fault: 'ahead', by: '5m' },
  { node: 1, fault: 'wrong-chain' },
  { node: 1, fault: 'rate-limit', per_second: 1 },
  { node: 1, fault: 'html', status: 502 },
  { node: 1, fault: 'drop' },
]

/** How many accounts are asked for that nobody asked for before: each is a miss, which a node has to answer. All of them
 * together are within one client's budget. */
const MISSES = 5

const ask = (path: string) => fetch(`${running.address}/api/v1/${path}`)

/** The newest block, as a node that is well says. */
const head = async () => {
  const answer = await fetch(`${running.chain}/node/2/v1/chain/get_info`, { method: 'POST', body: '{}' })
  return Number(((await answer.json()) as { head_block_num: number }).head_block_num)
}

/** What a page says of what it cannot read, politely to those who hear it. */
const unread = (page: Page) => panel(page).locator('> [role=status]')

let asked = 0
/** A name that is nobody's, another one each time. */
const nobody = () => `nobody${(++asked).toString(5).padStart(5, '0').replaceAll('0', '5')}`

describe.each(NODE_FAULTS)('with one of three nodes $fault', (fault) => {
  it('every answer is right, and nothing of it shows', async () => {
    await withFaults(running, [fault], async () => {
      const before = await head()
      await apply(running, {
        account: GAME,
        name: 'newclaim',
        as: GAME,
        data: { drop_id: 1, claimer: BUYER, amount: 1, reason: fault.fault, expires_at: 0 },
      })
      const answers = await Promise.all(
        Array.from({ length: MISSES }, () => ask(`rows/accounts?account=eosio.token&scope=${nobody()}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      for (const answer of answers) expect(((await answer.json()) as { rows: unknown[] }).rows).toEqual([])

      // What has just happened is read from a node that has it.
      const claims = await ask(`rows/claims?scope=${GAME}&index=${BUYER}&min_block=${before + 1}`)
      expect(claims.status, await claims.clone().text()).toBe(200)
      const { rows } = (await claims.json()) as { rows: { reason: string }[] }
      expect(rows.map(({ reason }) => reason)).toContain(fault.fault)
      expect(Number(claims.headers.get('X-Chain-Head'))).toBeGreaterThan(before)
    })
  })
})

it('a page keeps its drops while no node answers at all, and says of what moment they are, with nothing that axe finds', async () => {
  const { page, troubles } = await visitor()
  await open(page, `${running.address}/football`)
  const shown = await drops(page).count()
  expect(shown).toBeGreaterThan(0)
  await withFaults(running, everyNode('drop'), async () => {
    await expect
      .poll(async () => (await ask(`rows/drops?account=${GAME}`)).headers.get('Cache-Status'), { timeout: 15_000 })
      .toContain('refresh-failed')
    expect((await rowsOf(running, 'drops')).length).toBeGreaterThanOrEqual(shown)
    await page.reload()
    await expect.poll(() => drops(page).count()).toBe(shown)
    await expect
      .poll(() => unread(page).innerText(), { timeout: 60_000 })
      .toMatch(/^We cannot reach the chain\. What you see is from \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/)
    for (const sight of sights) {
      const other = await onlooker(windowOf(sight))
      await open(other.page, `${running.address}/football?lang=${sight[2]}`)
      await expect.poll(() => unread(other.page).innerText(), { timeout: 60_000 }).toMatch(/\d{4}, \d\d:\d\d UTC/)
      expect(await axe(other.page), sight.join(', ')).toEqual([])
    }
  })
  await expect.poll(() => unread(page).innerText(), { timeout: 20_000 }).toBe('')
  await expect.poll(() => drops(page).count()).toBe(shown)
  expect(troubles.all()).toEqual([])
}, 150_000)

it.each([
  ['en', /^No word from the chain\s+Since \d+ \w+ \d{4}, \d\d:\d\d UTC the packs on sale cannot be read\./i],
  ['es', /^La cadena no responde\s+Desde el \d+ \w+ \d{4}, \d\d:\d\d UTC no se pueden leer los sobres/i],
])('a page that never had the packs says so, and shows them once they are there: %s', async (language, words) => {
  const { page, troubles } = await onlooker()
  let gone = true
  for (const asked of ['**/_page/data?*', '**/api/v1/rows/**']) {
    await page.route(asked, (route) => (gone ? route.fulfill({ status: 503 }) : route.continue()))
  }
  await page.route('**/_page?*', async (route) => {
    const answer = await route.fetch()
    const { snapshot: _, ...without } = (await answer.json()) as { snapshot?: object }
    await route.fulfill({ response: answer, json: without })
  })
  await open(page, `${running.address}/football/team?lang=${language}`)
  await page.locator('#fh-header header > a[href="/football"]').click()
  await expect.poll(() => unread(page).innerText(), { timeout: 20_000 }).toMatch(words)
  await expect.poll(() => panel(page).innerText()).not.toMatch(/Loading|Cargando/)
  gone = false
  await expect.poll(() => drops(page).count(), { timeout: 30_000 }).toBeGreaterThan(0)
  // The price is asked for apart from the packs.
  await expect.poll(() => unread(page).innerText(), { timeout: 30_000 }).toBe('')
  expect(troubles.reports).toEqual([])
})

it('what was bought is in the asset index after its lag, and an index that limits is not noticed', async () => {
  const owned = async () => {
    const answer = await ask(`assets?collection_name=${GAME}&owner=${BUYER}`)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { data: unknown[] }).data.length
  }
  const before = await owned()
  await apply(running, {
    account: 'atomicassets',
    name: 'transfer',
    as: 'vault.wam',
    data: { from: 'vault.wam', to: BUYER, asset_ids: [await firstOf('vault.wam')], memo: '' },
  })
  await expect.poll(owned, { timeout: 15_000 }).toBe(before + 1)
  await withFaults(running, [{ service: 'assets', fault: 'rate-limit' }], async () => {
    for (let time = 0; time < 5; time++) expect(await owned()).toBe(before + 1)
  })
})

const firstOf = async (owner: string) => {
  const answer = await ask(`assets?owner=${owner}&page=1&limit=1`)
  return ((await answer.json()) as { data: { asset_id: string }[] }).data[0]?.asset_id
}

/** As Caddyfile.dev names it. */
const BLOG = `${running.chain.replace('localhost', '127.0.0.1')}/feed/fieldhouse`

it('the blog comes as JSON in which nothing can act', async () => {
  const answer = await ask(`feed?rss_url=${encodeURIComponent(BLOG)}`)
  expect(answer.status).toBe(200)
  const feed = (await answer.json()) as { status: string; items: { content: string; description: string }[] }
  expect(feed.status).toBe('ok')
  expect(feed.items.length).toBeGreaterThan(0)
  for (const { content, description } of feed.items) {
    expect(content).not.toMatch(/<(script|iframe|form|style)|\son\w+=|javascript:|medium\.com\/_\/stat/i)
    expect(description).not.toBe('')
  }
})
