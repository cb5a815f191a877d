import type { Site } from './site'

/** The development chain's accounts that the tests act as (devchain/chain/genesis). */
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

/** Puts a drop on sale, which began a minute ago and lasts an hour: 77 packs at 9.99 dollars, unless told otherwise. */
export async function announce(
  site: Site,
  edition: string,
  name: string,
  display: Record<string, unknown>,
  terms: Record<string, unknown> = {},
): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  await apply(site, {
    account: GAME,
    name: 'newdrop',
    as: GAME,
    data: {
      edition,
      name,
      display_data: JSON.stringify({ img: '', odds: {}, contents: {}, ...display }),
      assets_to_mint: [{ template_id: 700101, amount: 1 }],
      listing_price: '9.99 USD',
      settlement_symbol: '8,WAX',
      price_recipient: GAME,
      max_claimable: 77,
      already_claimed: 0,
      account_limit: 0,
      account_limit_cooldown: 0,
      auth_required: false,
      start_time: now - 60,
      end_time: now + 3600,
      is_hidden: false,
      ...terms,
    },
  })
}

/**
 * Makes the price of WAX this one, in 10^-4 dollars, until another is set: the oracles go on writing theirs, and this one
 * outnumbers them. Only medians of it stand.
 */
export async function setMedian(site: Site, value: number): Promise<void> {
  clearInterval(steady)
  // One of the price before may be on its way, and would stand after this one's.
  await underWay
  const owner = 'alderguild'
  const quotes = Array.from({ length: RING_SIZE }, () => ({ value, pair: 'waxpusd' }))
  const write = () => apply(site, { account: 'delphioracle', name: 'write', as: owner, data: { owner, quotes } })
  // What is written in one block is equally old, so that two writes there overwrite each other, and the first half of one
  // after an older price still got the old median.
  for (let stands = false; !stands; ) {
    await write()
    const before = await headOf(site)
    while ((await headOf(site)) === before);
    stands = (await medians(site)).every((median) => median === value)
  }
  // A chain that has ended needs no price.
  steady = setInterval(() => {
    underWay = write().catch(() => clearInterval(steady))
  }, STEADY_EVERY)
}

let steady: ReturnType<typeof setInterval> | undefined
let underWay: Promise<void> = Promise.resolve()

/** The medians that the oracle's contract takes for current. */
async function medians(site: Site): Promise<number[]> {
  const table = { json: true, code: 'delphioracle', table: 'datapoints', scope: 'waxpusd', limit: RING_SIZE }
  const { rows } = await ask<{ rows: { median: number | string }[] }>(site, 'get_table_rows', table)
  return rows.map(({ median }) => Number(median))
}

/** Less than what the oracles need for half of the ring, in milliseconds. */
const STEADY_EVERY = 10_000

/** How many prices the oracle keeps. */
const RING_SIZE = 21

/** What an account has, in 10^-8 WAX, as the chain's node says. */
export async function balanceOf(site: Site, account: string): Promise<bigint> {
  const rows = await ask<string[]>(site, 'get_currency_balance', { code: 'eosio.token', account, symbol: 'WAX' })
  return BigInt((rows[0] ?? '0').replace(' WAX', '').replace('.', ''))
}

/** A transaction as a block shows it. */
export interface BlockTransaction {
  id: string
  signatures: string[]
  transaction: { actions: { account: string; name: string; authorization: unknown[]; data: Record<string, unknown> }[] }
}

/** How many blocks back a transaction is looked for. */
const RECENT_BLOCKS = 40

/** A transaction of the last blocks; undefined while it waits for the next one. */
export async function transactionOf(site: Site, id: string): Promise<BlockTransaction | undefined> {
  const head = await headOf(site)
  for (let block = head; block > head - RECENT_BLOCKS; block--) {
    const { transactions } = await ask<{ transactions: { trx: BlockTransaction }[] }>(site, 'get_block', {
      block_num_or_id: block,
    })
    const found = transactions.find(({ trx }) => trx.id === id)
    if (found) return found.trx
  }
  return undefined
}

const headOf = async (site: Site): Promise<number> =>
  (await ask<{ head_block_num: number }>(site, 'get_info', {})).head_block_num

/** Asks the chain's node itself, past the gateway. */
async function ask<Answer>(site: Site, call: string, body: Record<string, unknown>): Promise<Answer> {
  const answer = await fetch(`${site.chain}/v1/chain/${call}`, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${call} of the chain: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** A fault of the development chain (docs/operating.md). */
export interface Fault {
  node?: number
  service?: 'assets' | 'feed' | 'images'
  fault: string
  [member: string]: unknown
}

/** Runs something while the chain has faults. */
export async function withFaults(site: Site, faults: Fault[], run: () => Promise<void>): Promise<void> {
  const switches = `${site.chain}/dev/faults`
  try {
    for (const fault of faults) {
      const answer = await fetch(switches, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(fault),
      })
      if (!answer.ok) throw new Error(`making the chain fail: ${answer.status} ${await answer.text()}`)
    }
    await run()
  } finally {
    await fetch(switches, { method: 'DELETE' })
  }
}

/** Replaces the last blocks by others, that with a transaction among them: what was done in them is gone. */
export async function undo(site: Site, id: string): Promise<void> {
  const head = await headOf(site)
  const isIn = async (block: number) => {
    const { transactions } = await ask<{ transactions: { trx: BlockTransaction }[] }>(site, 'get_block', {
      block_num_or_id: block,
    })
    return transactions.some(({ trx }) => trx.id === id)
  }
  let first = head
  while (first > head - RECENT_BLOCKS && !(await isIn(first))) first--
  // One may come while they are counted.
  await post(site, 'undo', { blocks: (await headOf(site)) - first + 2 })
}

/** By how many blocks the last irreversible one trails the head from now on; the tests of a file begin with 330. */
export const setIrreversible = (site: Site, blocks: number): Promise<void> => post(site, 'irreversible', { blocks })

async function post(site: Site, path: string, body: object): Promise<void> {
  const answer = await fetch(`${site.chain}/dev/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} of the chain: ${answer.status} ${await answer.text()}`)
}
