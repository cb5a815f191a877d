import type { Site } from './site'

/** The development chain's accounts that the tests act as (plugins/devchain/genesis). */
export const GAME = 'fieldhousegm'
export const BUYER = 'alice.wam'

/** A row of the table of drops, as far as tests read it. */
export interface DropRow {
  drop_id: number | string
  edition: string
  name: string
  listing_price: string
  max_claimable: number | string
  current_claimed: number | string
  start_time: number
  end_time: number
  is_hidden: number
}

interface Action {
  account: string
  name: string
  /** The account that signs. */
  as: string
  data: Record<string, unknown>
}

/** The rows of a table as the site's own data address answers them (specification, section 7). */
export async function rowsOf<Row>(site: Site, table: 'drops' | 'partners' | 'datapoints'): Promise<Row[]> {
  const query = table === 'datapoints' ? 'account=delphioracle&limit=1&isLimited=true&scope=waxpusd' : `account=${GAME}`
  const answer = await fetch(`${site.address}/api/v1/rows/${table}?${query}`)
  if (!answer.ok) throw new Error(`reading ${table}: the site answered ${answer.status} ${await answer.text()}`)
  const { rows } = (await answer.json()) as { rows: Row[] }
  return rows
}

/** Applies actions to the chain as one transaction. */
export async function apply(site: Site, ...actions: Action[]): Promise<void> {
  const body = {
    actions: actions.map(({ account, name, as, data }) => ({
      account,
      name,
      authorization: [{ actor: as, permission: 'active' }],
      data,
    })),
  }
  const answer = await fetch(`${site.chain}/dev/apply`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 202) throw new Error(`acting on the chain: ${answer.status} ${await answer.text()}`)
}

/** Buys packs of a drop: the deposit and the purchase in one transaction. */
export async function buy(site: Site, drop: DropRow, amount: number): Promise<void> {
  const [point] = await rowsOf<{ median: number | string }>(site, 'datapoints')
  if (!point) throw new Error('buying: the oracle has no median')
  // More than three packs cost; what is left stays as a deposit.
  await apply(
    site,
    {
      account: 'eosio.token',
      name: 'transfer',
      as: BUYER,
      data: { from: BUYER, to: GAME, quantity: '2000.00000000 WAX', memo: 'deposit' },
    },
    {
      account: GAME,
      name: 'buypack',
      as: BUYER,
      data: { buyer: BUYER, drop_id: drop.drop_id, amount, intended_delphi_median: point.median, partner_code: '' },
    },
  )
}
