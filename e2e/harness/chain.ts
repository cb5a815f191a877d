import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
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
  const signed = actions.map(({ as, ...action }) => ({
    ...action,
    authorization: [{ actor: as, permission: 'active' }],
  }))
  await tell(site, 'dev/apply', { actions: signed })
}

/** Buys packs of a drop: the deposit and the purchase in one transaction. What the packs do not cost stays as a deposit. */
export async function buy(site: Site, drop: DropRow, amount: number, buyer = BUYER, deposit = 2000): Promise<void> {
  const [point] = await rowsOf<{ median: number | string }>(site, 'datapoints')
  if (!point) throw new Error('buying: the oracle has no median')
  const paid = { from: buyer, to: GAME, quantity: `${deposit}.00000000 WAX`, memo: 'deposit' }
  const bought = { buyer, drop_id: drop.drop_id, amount, intended_delphi_median: point.median, partner_code: '' }
  await apply(
    site,
    { account: 'eosio.token', name: 'transfer', as: buyer, data: paid },
    { account: GAME, name: 'buypack', as: buyer, data: bought },
  )
}

/** Gives an account a pack of a drop to collect, for each of the reasons, and waits until the site has them. */
export async function giveClaims(
  site: Site,
  drop_id: DropRow['drop_id'] | undefined,
  claimer: string,
  reasons: string[],
) {
  const claim = { drop_id, claimer, amount: 1, expires_at: 0 }
  const action = { account: GAME, name: 'newclaim', as: GAME }
  await apply(site, ...reasons.map((reason) => ({ ...action, data: { ...claim, reason } })))
  const rows = async () => (await fetch(`${site.address}/api/v1/rows/claims?scope=${GAME}&index=${claimer}`)).text()
  await expect.poll(rows, { timeout: 20_000 }).toContain(`"${reasons.at(-1)}"`)
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
  const before = steady.get(site)
  if (before?.value === value) return
  clearInterval(before?.timer)
  // One of the price before may be on its way, and would stand after this one's.
  await before?.underWay
  const owner = 'alderguild'
  const quotes = Array.from({ length: RING_SIZE }, () => ({ value, pair: 'waxpusd' }))
  const write = () => apply(site, { account: 'delphioracle', name: 'write', as: owner, data: { owner, quotes } })
  // What is written in one block is equally old, so that two writes there overwrite each other, and the first half of one
  // after an older price still got the old median.
  for (let stands = false; !stands; ) {
    await write()
    const head = await headOf(site)
    while ((await headOf(site)) === head) await pause(SOON)
    stands = (await medians(site)).every((median) => median === value)
  }
  // A chain that has ended needs no price.
  const timer = setInterval(() => {
    now.underWay = write().catch(() => clearInterval(timer))
  }, STEADY_EVERY)
  const now = { value, timer, underWay: Promise.resolve() }
  steady.set(site, now)
}

/** Keeps no price any more: the next site may be where this one was. */
export function endPrices(): void {
  for (const { timer } of steady.values()) clearInterval(timer)
  steady.clear()
}

/** How soon after a block's coming it is to be known, milliseconds: far below the half second that a block takes. */
const SOON = 20

const steady = new Map<Site, { value: number; timer: NodeJS.Timeout; underWay: Promise<void> }>()

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
export const transactionOf = async (site: Site, id: string): Promise<BlockTransaction | undefined> =>
  (await located(site, id))?.transaction

/** A transaction of the last blocks, with its block's number. */
async function located(site: Site, id: string) {
  const head = await headOf(site)
  for (let block = head; block > head - RECENT_BLOCKS; block--) {
    const asked = { block_num_or_id: block }
    const { transactions } = await ask<{ transactions: { trx: BlockTransaction }[] }>(site, 'get_block', asked)
    const found = transactions.find(({ trx }) => trx.id === id)
    if (found) return { block, transaction: found.trx }
  }
  return undefined
}

const headOf = async (site: Site): Promise<number> =>
  (await ask<{ head_block_num: number }>(site, 'get_info', {})).head_block_num

/** Asks the chain's node itself, past the gateway. */
const ask = async <Answer>(site: Site, call: string, body: object): Promise<Answer> =>
  (await (await tell(site, `v1/chain/${call}`, body)).json()) as Answer

/** Posts JSON to the development chain, which must take it. */
async function tell(site: Site, path: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${site.chain}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} of the chain: ${answer.status} ${await answer.text()}`)
  return answer
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
  try {
    for (const fault of faults) await tell(site, 'dev/faults', fault)
    await run()
  } finally {
    await fetch(`${site.chain}/dev/faults`, { method: 'DELETE' })
  }
}

/** A fault of all three nodes. */
export const everyNode = (fault: string): Fault[] => [1, 2, 3].map((node) => ({ node, fault }))

/** Replaces the last blocks by others, that with a transaction among them: what was done in them is gone. */
export async function undo(site: Site, id: string): Promise<void> {
  const found = await located(site, id)
  if (!found) throw new Error(`undoing ${id}: no block of the last has it`)
  // One may come while they are counted.
  await tell(site, 'dev/undo', { blocks: (await headOf(site)) - found.block + 2 })
}

/** By how many blocks the last irreversible one trails the head from now on; the tests of a file begin with 330. */
export const setIrreversible = async (site: Site, blocks: number): Promise<void> =>
  void (await tell(site, 'dev/irreversible', { blocks }))
