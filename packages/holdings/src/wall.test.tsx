// @vitest-environment jsdom
import { forgetUser, rememberUser } from '@fieldhouse/chain-data'
import { clearShown, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { awaitOnWall } from './await-on-wall'
import { holdingOf } from './holdings'
import { type Assets, assetRow, packRow, serve } from './testing/served'
import { readWall, useWall } from './wall'

const { network } = testRoot().settings

let account = ''
let users = 0
const lists = new Set<unknown>()

function Shown() {
  const { seen, state } = useWall(network, account)
  lists.add(seen?.holdings)
  return `${state} ${seen?.holdings.length ?? '—'}`
}

beforeEach(() => {
  vi.useFakeTimers()
  users += 1
  account = `alice${users}.wam`
  rememberUser(account)
  lists.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  await clearShown()
  forgetUser(account)
  vi.useRealTimers()
})

const after = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))

async function look(assets: Assets) {
  const asked = serve(assets)
  const { container } = await show(<Shown />)
  await after(0)
  return { asked, container, says: () => container.textContent }
}

/** From now on each question is answered so much later than it was asked, milliseconds, with what was there then. */
function answersAfter(...delays: number[]) {
  const answer = fetch
  vi.stubGlobal('fetch', async (...question: Parameters<typeof fetch>) => {
    const response = await answer(...question)
    await new Promise((resolve) => setTimeout(resolve, delays.shift() ?? 0))
    return response
  })
}

it('is read again soon after it was opened, for what was just bought, and then once a minute', async () => {
  let count = 1
  const { asked, says } = await look(() => Array.from({ length: count }, (_, id) => assetRow(id, 700001)))
  expect(says()).toBe('known 1')
  count = 2
  await after(3000)
  expect(says()).toBe('known 2')
  await after(28_000)
  expect(asked).toHaveLength(5)
  await after(180_000)
  expect(asked).toHaveLength(8)
})

it('stays the same list while nothing changes', async () => {
  await look([assetRow(1, 700001)])
  await after(60_000)
  expect(lists.size).toBe(2)
})

it('says which copy a card is once the index has numbered it', async () => {
  let mint = 0
  await look(() => [assetRow(1, 700001, mint)])
  mint = 7
  await after(3000)
  expect([...lists].at(-1)).toEqual([expect.objectContaining({ mint: 7 })])
})

it('is left alone while nobody looks', async () => {
  const { asked } = await look([assetRow(1, 700001)])
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await after(600_000)
  expect(asked).toHaveLength(1)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await after(0)
  expect(asked).toHaveLength(2)
})

it('is read once a time, however often it was looked at anew while an answer was on its way', async () => {
  const { asked } = await look([assetRow(1, 700001)])
  answersAfter(500, 500, 500)
  await after(2500)
  for (let times = 0; times < 5; times++) document.dispatchEvent(new Event('visibilitychange'))
  await after(500)
  const before = asked.length
  await after(3000)
  expect(asked).toHaveLength(before + 1)
})

it('keeps what was seen when the index goes away, and says that it is old', async () => {
  let isGone = false
  const { says } = await look(() => (isGone ? new Response('', { status: 502 }) : [assetRow(1, 700001)]))
  isGone = true
  await after(3000)
  expect(says()).toBe('failed 1')
  isGone = false
  await after(5000)
  expect(says()).toBe('known 1')
})

it('goes on saying that it cannot be read while it is asked again by itself', async () => {
  const { says } = await look(() => new Response('', { status: 502 }))
  expect(says()).toBe('failed —')
  answersAfter(1000)
  await after(3500)
  expect(says()).toBe('failed —')
  // Who presses for it sees that it is asked.
  await act(async () => void readWall(network, account))
  expect(says()).toBe('reading —')
})

it.each([
  ['an older answer', () => [assetRow(1, 700001)]],
  ['an older failure', () => new Response('', { status: 502 })],
])('is not taken back by %s that comes later', async (_, older) => {
  let assets: () => object[] | Response = () => [assetRow(1, 700001)]
  const { says } = await look(() => assets())
  assets = older
  answersAfter(5000)
  await after(3000)
  assets = () => [assetRow(1, 700001), assetRow(2, 700001)]
  const more = awaitOnWall(network, account, (holdings) => holdings.length > 1)
  await after(100)
  expect(await more).toHaveLength(2)
  expect(says()).toBe('known 2')
  await after(4900)
  expect(says()).toBe('known 2')
})

it('waits for what a transaction brings, and gives up in the end', async () => {
  let count = 1
  const { says } = await look(() => Array.from({ length: count }, (_, id) => assetRow(id, 700001)))
  const more = awaitOnWall(network, account, (holdings) => holdings.length > 1)
  await after(1000)
  count = 3
  await after(2000)
  expect(await more).toHaveLength(3)
  expect(says()).toBe('known 3')
  const never = awaitOnWall(network, account, () => false)
  await after(120_000)
  expect(await never).toBeNull()
})

it('reads a card and a pack of the index as they are written', () => {
  const id = '1099511627777'
  const read = { id, edition: 'football', templateId: 700001, block: 0 }
  expect(holdingOf(assetRow(1, 700001, 7, { minted_at_block: '50' }))).toEqual({
    ...read,
    mint: 7,
    block: 50,
    pack: null,
  })
  expect(holdingOf(assetRow(1, 700001, 1, { template_mint: null }))).toEqual({ ...read, mint: 0, pack: null })
  const pack = { name: '007', dropId: '1', cards: 3, least: 'rare' }
  const row = packRow(1, { name: '007', cards: '3', least: 'rare' })
  expect(holdingOf(row)).toEqual({ ...read, templateId: 700101, mint: 1, pack })
})

it.each<[string, unknown]>([
  ['no asset', null],
  ['one without an id', assetRow(1, 700001, 1, { asset_id: undefined })],
  ['one whose id is no number', assetRow(1, 700001, 1, { asset_id: '1e9' })],
  ['a souvenir, without a template', assetRow(1, 700001, 1, { template: null })],
  ['one whose template is no number', assetRow(1, 700001, 1, { template: { template_id: '7.5' } })],
  ['one without a schema', assetRow(1, 700001, 1, { schema: null })],
  ['one whose copy is less than none', assetRow(1, 700001, -1)],
])('%s is nothing that hangs', (_, row) => expect(holdingOf(row)).toBeNull())
