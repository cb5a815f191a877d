import { vi } from 'vitest'

/** Rows by table, or an answer by hand. */
export type Tables = Record<string, object[] | (() => object[] | Response)>

/** Puts a gateway in the place of `fetch` and lists what was asked. What it has no table of is answered with 404. */
export function serveTables(tables: Tables): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (address === '/v1/chain/get_info') return new Response('{"head_block_num":4711}')
    const [, name = ''] = /rows\/(\w+)/.exec(address) ?? []
    const table = tables[name]
    if (!table) return new Response('', { status: 404 })
    const rows = typeof table === 'function' ? table() : table
    return rows instanceof Response ? rows : new Response(JSON.stringify({ rows, more: false, next_key: '' }))
  })
  return asked
}

const second = () => Math.floor(Date.now() / 1000)

/** A row of a football drop that is on sale: 24.99 USD, 100 left, at most 20 for an account. */
export const dropRow = (changes: object = {}) => ({
  drop_id: 101,
  edition: 'football',
  name: 'Opening Drive',
  display_data: JSON.stringify({
    description: 'Eight cards to build a first squad around.',
    odds: { common: 5200, uncommon: 3000, rare: 1400, epic: 330, legendary: 70 },
    contents: { cards: 8, least: 'rare' },
  }),
  listing_price: '24.99 USD',
  max_claimable: 3000,
  current_claimed: 2900,
  account_limit: 20,
  account_limit_cooldown: 0,
  auth_required: 0,
  start_time: second() - 3600,
  end_time: second() + 3600,
  is_hidden: 0,
  ...changes,
})

/** Partners: one with a tenth off, one that only shares, one that is over, one with all off. */
export const partnerRows = [
  ['buzzer', 'Buzzer Club', 1000, 1],
  ['huddle', 'The Huddle Podcast', 0, 1],
  ['oldgym', 'Old Gym Show', 500, 0],
  ['guest', 'Opening Night', 10_000, 1],
].map(([code, label, discount_bps, active]) => ({
  ...{ code, label, discount_bps, active, account: `${code}acct`, share_bps: 300, uses: 0, starts_at: 0, ends_at: 0 },
}))

export const pointRow = (median: number) => ({ id: 0, median, timestamp: '2026-11-27T13:59:59.000' })

export const claimRow = (amount: number) => ({
  claim_id: '1',
  drop_id: 101,
  claimer: 'alice.wam',
  amount,
  claimed: 1,
  reason: 'purchase',
  partner_code: '',
  paid: '1.00000000 WAX',
  trx_id: 'ab'.repeat(32),
  created_at: second() - 10,
  expires_at: 0,
})

/** An account with 2000 WAX that has bought nothing, and a median of 0.0598 US dollars. */
export const tables = (changes: Tables = {}): Tables => ({
  drops: [dropRow()],
  datapoints: [pointRow(598)],
  accounts: [{ balance: '2000.00000000 WAX' }],
  claims: [],
  partners: partnerRows,
  ...changes,
})
