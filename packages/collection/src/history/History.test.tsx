// @vitest-environment jsdom
import { ask, forgetUser, rememberUser, siteQuestions } from '@fieldhouse/chain-data'
import { rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { claimRow, dropRow, tables } from '@fieldhouse/sale/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { serve } from '../testing/served'
import { History } from './History'

const { network } = testRoot().settings

afterEach(async () => {
  medians = []
  await clearShown()
  forgetUser('alice.wam')
  vi.unstubAllGlobals()
})

/** What the gateway keeps of the oracle; the real reader reads it once for the document. */
let medians: object[] = []

vi.mock('../dollars/medians', async (original) => {
  const { centsBy, readMedians } = await original<typeof import('../dollars/medians')>()
  return { dollarsOfHours: async () => centsBy(readMedians({ rows: medians })) }
})

async function open(claims: object[]) {
  const drops = [dropRow(), dropRow({ drop_id: 5, edition: 'basketball', name: 'Tip-Off' })]
  serve([], tables({ drops, claims }))
  rememberUser('alice.wam')
  await ask(siteQuestions.drops(network), { maxAge: 0 })
  await rowAvailableDropsToClaim(network, 'alice.wam', { maxAge: 0 })
  const { container } = await show(<History edition="football" />)
  const rows = () =>
    [...container.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent?.replace(' (opens in a new window)', '')),
    )
  return { container, rows }
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
  await act(async () => container.querySelector('button')?.click())
  expect(rows()).toHaveLength(12)
})

it('has no place on the page of somebody who bought nothing', async () => {
  expect((await open([])).container.textContent).toBe('')
})
