// @vitest-environment jsdom
import { ask, forgetUser, rememberUser, siteQuestions } from '@fieldhouse/chain-data'
import { rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, show, testRoot } from '@fieldhouse/edition-kit/testing'
import type { Wall } from '@fieldhouse/holdings'
import { type Assets, openedRow, serve } from '@fieldhouse/holdings/testing'
import { claimRow, dropRow, type Tables, tables } from '@fieldhouse/sale/testing'
import { act, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { History } from './History'
import { AGAIN } from './use-openings'

const { network } = testRoot().settings

afterEach(async () => {
  vi.useRealTimers()
  medians = []
  await clearShown()
  forgetUser('alice.wam')
})

/** What the gateway keeps of the oracle; the real reader reads it once for the document. */
let medians: object[] = []

vi.mock('../dollars/medians', async (original) => {
  const { centsBy, readMedians } = await original<typeof import('../dollars/medians')>()
  return { dollarsOfHours: async () => centsBy(readMedians({ rows: medians })) }
})

/** A wall as it is known once nothing hangs there. */
const bare = (): Wall => ({ seen: { account: 'alice.wam', at: 0, holdings: [] }, state: 'known' })

let setWall = (_: Wall) => {}

function Page({ first }: { first: Wall }) {
  const [wall, set] = useState(first)
  setWall = set
  return <History edition="football" account="alice.wam" wall={wall} />
}

async function open(claims: Tables['claims'] & {}, opened: Assets = [], wall = bare()) {
  const drops = [dropRow(), dropRow({ drop_id: 5, edition: 'basketball', name: 'Tip-Off' })]
  const asked = serve([], tables({ drops, claims }), {}, opened)
  rememberUser('alice.wam')
  await ask(siteQuestions.drops(network), { maxAge: 0 })
  await rowAvailableDropsToClaim(network, 'alice.wam', { maxAge: 0 })
  const { container } = await show(<Page first={wall} />)
  const rows = () =>
    [...container.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent?.replace(' (opens in a new window)', '')),
    )
  const reads = () => asked.filter((address) => address.includes('/burned'))
  return { container, rows, reads, look: (next: Wall) => act(async () => setWall(next)) }
}

const at = (month: number) => Math.floor(Date.UTC(2026, month, 24, 15, 2) / 1000)

it('lists what was bought and collected of the edition, the newest first, with what was paid', async () => {
  const { rows } = await open([
    { ...claimRow(1), claim_id: 1, created_at: at(8), claimed_at: at(9), reason: 'welcome', paid: '0.00000000 WAX' },
    { ...claimRow(2), claim_id: 2, created_at: at(10), paid: '972.96500000 WAX', trx_id: `4f1c${'0'.repeat(56)}9a07` },
    { ...claimRow(3), claim_id: 5, created_at: at(7), reason: 'welcome', paid: '0.00000000 WAX' },
    { ...claimRow(3), claim_id: 3, created_at: at(10), drop_id: 5 },
    { ...claimRow(4), claim_id: 4, created_at: at(10), claimed: 0 },
  ])
  expect(rows()).toEqual([
    ['24 Nov 2026, 15:02 UTC', '2 packs, Opening Drive', '972.97 WAX', '', '4f1c…9a07'],
    ['24 Oct 2026, 15:02 UTC', 'welcome: 1 pack, Opening Drive', 'nothing', '', 'abab…abab'],
    ['not known', 'welcome: 3 packs, Opening Drive', 'nothing', '', 'abab…abab'],
  ])
})

it('says that some are missing where an account has more claims than the gateway answers', async () => {
  const rows = [
    { ...claimRow(1), claim_id: 1 },
    { ...claimRow(2), claim_id: 3000, claimed: 0 },
  ]
  const { container } = await open(() => new Response(JSON.stringify({ rows, more: true, next_key: '' })))
  expect(container.textContent).toContain('between the oldest and the latest')
})

it('says what was paid in dollars where that hour has a median', async () => {
  medians = [{ at: new Date(Date.UTC(2026, 10, 24, 15)).toISOString(), median: 257 }]
  const { rows } = await open([
    { ...claimRow(1), claim_id: 1, created_at: at(9), paid: '100.00000000 WAX' },
    { ...claimRow(2), claim_id: 2, created_at: at(10), paid: '972.96500000 WAX' },
  ])
  await eventually(() => expect(rows().map(([, , , dollars]) => dollars)).toEqual(['$25.01', '']))
})

it('shows ten, and all of more when they are asked for', async () => {
  const { rows, container } = await open(
    Array.from({ length: 12 }, (_, place) => ({ ...claimRow(1), claim_id: place + 1, created_at: at(1) + place })),
  )
  expect(rows()).toHaveLength(10)
  container.querySelector('button')?.focus()
  await act(async () => container.querySelector('button')?.click())
  expect(rows()).toHaveLength(12)
  // The button is gone: who reads on goes on at the first that it brought.
  expect(document.activeElement).toBe(container.querySelectorAll('tbody tr')[10])
})

it('has no place on the page of somebody who bought and opened nothing', async () => {
  const { container, reads } = await open([])
  await eventually(() => expect(reads()).toHaveLength(1))
  expect(container.textContent).toBe('')
})

/** What the file has that is saved. */
async function saved(container: HTMLElement): Promise<string> {
  const createObjectURL = vi.fn((_: Blob) => 'blob:')
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await act(async () => container.querySelector('button')?.click())
  await eventually(() => expect(createObjectURL).toHaveBeenCalled())
  return new Promise((resolve) => {
    const reader = Object.assign(new FileReader(), { onload: () => resolve(String(reader.result)) })
    reader.readAsText(createObjectURL.mock.calls[0]?.[0] as Blob)
  })
}

describe('what was opened', () => {
  const bought = { ...claimRow(2), claim_id: 2, created_at: at(9), claimed_at: at(9), paid: '972.96500000 WAX' }
  const unread = 'What you opened could not be read right now.'

  it('stands among what was bought, packs of one name in one block as one, without money and transaction', async () => {
    const { rows, container, reads } = await open(
      [bought],
      [
        openedRow(4, at(10) * 1000, 70),
        openedRow(3, at(10) * 1000, 70),
        openedRow(2, at(10) * 1000, 70, { name: 'Night Game', drop_id: '2' }),
        openedRow(7, at(10) * 1000, 70, { name: 'Tip-Off', sport: 'basketball' }),
        openedRow(1, at(8) * 1000, 50),
        { asset_id: '9', burned_at_block: '40', burned_at_time: null, data: null },
      ],
    )
    await eventually(() => expect(rows()).toHaveLength(4))
    expect(rows()).toEqual([
      ['24 Nov 2026, 15:02 UTC', '2 packs opened, Opening Drive', '', '', ''],
      ['24 Nov 2026, 15:02 UTC', '1 pack opened, Night Game', '', '', ''],
      ['24 Oct 2026, 15:02 UTC', '2 packs, Opening Drive', '972.97 WAX', '', 'abab…abab'],
      ['24 Sep 2026, 15:02 UTC', '1 pack opened, Opening Drive', '', '', ''],
    ])
    expect(container.querySelector('h2')?.textContent).toBe('What you bought and opened')
    const query = { collection_name: network.collection, burner: 'alice.wam', schema_name: 'packs' }
    expect(reads()).toEqual([`/api/v1/assets/burned?${new URLSearchParams(query)}`])
  })

  it('leaves the rest as it was where it cannot be read, and says so', async () => {
    const { rows, container } = await open([bought], () => new Response('{"message":"no index"}', { status: 502 }))
    await eventually(() => expect(container.textContent).toContain(unread))
    expect(rows()).toHaveLength(1)
  })

  it('is said to be missing in the file, too', async () => {
    const { container } = await open([bought], () => new Response('{"message":"no index"}', { status: 502 }))
    await eventually(() => expect(container.textContent).toContain(unread))
    const text = await saved(container)
    expect(
      text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',')[2]),
    ).toEqual(['Opening Drive', unread])
  })

  it('is said to be missing in a file that is saved before it is read, and so is what was bought', async () => {
    const unbought = 'What you bought and collected cannot be read right now.'
    const early = await open([bought], [], { seen: null, state: 'reading' })
    const first = await saved(early.container)
    expect([first.includes(unread), first.includes(unbought)]).toEqual([true, false])
    await clearShown()
    const { container, rows } = await open([], [openedRow(1, at(8) * 1000, 50)])
    await eventually(() => expect(rows()).toHaveLength(1))
    await act(async () => {
      forgetUser('alice.wam')
      rememberUser('alice.wam')
    })
    const second = await saved(container)
    expect([second.includes(unread), second.includes(unbought)]).toEqual([false, true])
  })

  it('is read once the wall is known, and again when it changed', async () => {
    let opened: object[] | Response = [openedRow(1, at(8) * 1000, 50)]
    const { rows, reads, look, container } = await open([bought], () => opened, { seen: null, state: 'reading' })
    expect(reads()).toHaveLength(0)
    const wall = bare()
    await look(wall)
    await eventually(() => expect(rows()).toHaveLength(2))
    await look({ ...wall })
    opened = [openedRow(2, at(10) * 1000, 70), ...opened]
    await look(bare())
    await eventually(() => expect(rows()).toHaveLength(3))
    expect(reads()).toHaveLength(2)
    opened = new Response('', { status: 502 })
    await look(bare())
    await eventually(() => expect(container.textContent).toContain(unread))
    expect(rows()).toHaveLength(3)
  })

  it('is read again when the gateway answers what it knew before', async () => {
    const data = [openedRow(1, at(8) * 1000, 50)]
    const kept = () => new Response(JSON.stringify({ success: true, data }), { headers: { Age: '60' } })
    let answer: () => object[] | Response = kept
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { rows, reads } = await open([bought], () => answer())
    await eventually(() => expect(rows()).toHaveLength(2))
    answer = () => [openedRow(2, at(10) * 1000, 70), ...data]
    expect(reads()).toHaveLength(1)
    await act(async () => vi.advanceTimersByTime(AGAIN))
    await eventually(() => expect(rows()).toHaveLength(3))
    expect(reads()).toHaveLength(2)
  })

  it('says that older ones are missing where the gateway answers as many as it can', async () => {
    const { container, rows } = await open(
      [],
      Array.from({ length: 100 }, (_, id) => openedRow(id, at(8) * 1000, 50)),
    )
    await eventually(() => expect(rows()[0]?.[1]).toBe('100 packs opened, Opening Drive'))
    expect(container.textContent).toContain('these are the latest')
  })
})

it('says to load the page again where what makes the file did not load: most browsers never ask for it again', async () => {
  vi.doMock('./csv', () => Promise.reject(new TypeError('Failed to fetch')))
  const { container } = await open([{ ...claimRow(1), claim_id: 1 }])
  const save = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Download as CSV')
  await act(async () => save?.click())
  await eventually(() =>
    expect(container.querySelector('[role=status]')?.textContent).toBe(
      'The file could not be made. Load the page again.',
    ),
  )
})
