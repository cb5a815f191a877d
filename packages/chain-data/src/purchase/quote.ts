import { type AskOptions, DataError, fetchJson, gatewayNow, isByMedian, knownAt, wait } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { timeLimit } from '@fieldhouse/contract/browser'
import { rowAvailableDropsToClaim } from '../client/claims'
import { getMedian, getPartnersCodes, rowBalanceWax, rowDrops } from '../client/reads'
import { writeWax } from '../price'
import type { Drop, Partner } from '../store/app-data'
import { depositOf, type Facts, NO_MEDIAN, type Refusal, refusalOf } from './refusal'

/** What somebody wants to buy. */
export interface Order {
  network: NetworkSettings
  /** The account that pays and receives. */
  buyer: string
  dropId: string
  quantity: bigint
  /** A partner's code. @default none */
  partnerCode?: string
  /**
   * The chain has just refused it, maybe for what is in no block yet: only rows of the next block say why.
   *
   * @default false
   */
  refused?: boolean
  signal?: AbortSignal
}

/** What a purchase costs, by rows that were read for it. */
export interface Quote {
  drop: Drop
  quantity: bigint
  /** The median that the purchase names: 10^-4 US dollars for one WAX; 0 for what is listed in WAX. */
  median: bigint
  partner: Partner | null
  /** 10^-8 WAX, rounded up. */
  deposit: bigint
}

/** The contract would refuse: nobody needs to be asked to sign. */
export class PurchaseRefused extends Error {
  override readonly name = 'PurchaseRefused'

  constructor(
    readonly refusal: Refusal,
    { buyer, dropId, quantity }: Order,
  ) {
    super(`quoting ${quantity} packs of drop ${dropId} for ${buyer}: ${refusal.reason}`)
  }
}

/** How long the buyer's balance and claims may take before the quote goes on without them, in milliseconds. */
const OWN_TIMEOUT = 3000

/** A balance that the gateway read longer ago may be another one by now, in milliseconds. */
const OLD_BALANCE = 2000

/** Between two looks whether it was read anew, in milliseconds: less than the second in which no node is asked again. */
const LOOK_AGAIN = 700

/** How long the chain's head may take before the quote goes on without it, in milliseconds. */
const HEAD_TIMEOUT = 2000

/** Between two blocks of the chain, in milliseconds. */
const BLOCK_INTERVAL = 500

/** A head that is older is not that of a chain at work, in milliseconds: the gateway counts its own nodes out at 10 s. */
const MOST_HEAD_AGE = 10_000

/**
 * Quotes a purchase by rows as new as the chain: drop and median are taken again, not from what the page knows, because a
 * purchase names a median that must still stand (a row of the oracle lives about a minute). What is read is in the shared
 * data too, so the page shows the price that was quoted.
 *
 * Balance and claims of the buyer warn before somebody signs what the contract refuses, and it checks them itself: at an
 * opening the nodes have no time for those of everybody, and then nobody waits for them. Nobody is refused for a balance of
 * before: it is read once more.
 *
 * @throws PurchaseRefused when the contract would not sell; DataError when the gateway cannot say; the signal's reason
 */
export const quote = async (order: Order): Promise<Quote> => {
  const { network, buyer, dropId, quantity, partnerCode = '', refused = false, signal } = order
  const block = await neededBlock(refused, signal)
  const fresh = freshReader(block, signal)
  const own = freshReader(block, timeLimit(OWN_TIMEOUT, signal))
  const orNull = nullUnless(signal)
  const reading = fresh((options) => getMedian(network, options))
  // Whether it is needed the drop says.
  reading.catch(() => {})
  const [drops, balance, claims, partners] = await Promise.all([
    fresh((options) => rowDrops(network, options)),
    own((options) => rowBalanceWax(network, buyer, options)).catch(orNull),
    own((options) => rowAvailableDropsToClaim(network, buyer, options)).catch(orNull),
    partnerCode === '' ? [] : fresh((options) => getPartnersCodes(network, options)),
  ])
  const refuse = (refusal: Refusal) => new PurchaseRefused(refusal, order)
  const drop = drops.find(({ id }) => id === dropId)
  if (!drop) throw refuse({ reason: 'gone' })
  const partner = partners.find(({ code }) => code === partnerCode) ?? null
  if (partnerCode !== '' && !partner) throw refuse({ reason: 'partner', code: partnerCode })
  const median = drop.listing && isByMedian(drop.listing) ? await reading : null
  const facts: Facts = { drop, median, partner, balance, claims, now: gatewayNow() }
  let refusal = refusalOf(facts, quantity)
  if (refusal?.reason === 'balance' && isBalanceOld()) {
    facts.balance = (await newBalance(network, buyer, signal).catch(orNull)) ?? balance
    refusal = refusalOf(facts, quantity)
  }
  if (refusal) throw refuse(refusal)
  const deposit = depositOf(facts, quantity)
  if (deposit === null) throw refuse({ reason: 'unpriced' })
  return { drop, quantity, median: median ?? NO_MEDIAN, partner, deposit }
}

/**
 * Reads past the page's cache and, with the chain's head, past the gateway's, which may answer rows of some seconds ago
 * while it reads new ones. When no node has reached that block the gateway's newest rows have to do.
 */
const freshReader =
  (minBlock: number, signal: AbortSignal | undefined) =>
  async <Value>(read: (options: AskOptions) => Promise<Value>): Promise<Value> => {
    try {
      return await read({ maxAge: 0, fresh: true, minBlock, signal })
    } catch (error) {
      if (minBlock === 0 || !(error instanceof DataError)) throw error
      return read({ maxAge: 0, fresh: true, signal })
    }
  }

/** Takes an error for null that says of no answer, or of none in time. @param signal the caller's, whose end is thrown */
const nullUnless =
  (signal: AbortSignal | undefined) =>
  (error: unknown): null => {
    signal?.throwIfAborted()
    if (error instanceof DataError || Object(error).name === 'TimeoutError') return null
    throw error
  }

const isBalanceOld = () => gatewayNow() - (knownAt.get('userWaxBalance') ?? Infinity) > OLD_BALANCE

/**
 * Has the gateway read a balance anew. While pushes wait for the nodes it answers who takes nothing stale with the rows that it
 * has, and reads none; for who is content with these it reads others meanwhile, once.
 *
 * @throws the TimeoutError when they do not come in time
 */
const newBalance = async (network: NetworkSettings, buyer: string, signal: AbortSignal | undefined) => {
  const options = { maxAge: 0, signal: timeLimit(OWN_TIMEOUT, signal) }
  for (;;) {
    const balance = await rowBalanceWax(network, buyer, options)
    if (!isBalanceOld()) return balance
    await wait(LOOK_AGAIN, options.signal)
  }
}

/**
 * The block that rows must have reached: the chain's head by the gateway's chain API, or after a refusal the one that comes
 * next. The gateway may answer with a head of some seconds ago, so that one is counted from the head's own time. 0 when it
 * is not known.
 */
const neededBlock = async (refused: boolean, signal: AbortSignal | undefined): Promise<number> => {
  try {
    const { body } = await fetchJson('/v1/chain/get_info', { fetch, signal, timeout: HEAD_TIMEOUT })
    const { head_block_num: head, head_block_time: time } = Object(body)
    if (!Number.isSafeInteger(head) || head <= 0) return 0
    if (!refused) return head
    const age = gatewayNow() - Date.parse(`${time}Z`)
    return head + 1 + (age > 0 && age < MOST_HEAD_AGE ? Math.floor(age / BLOCK_INTERVAL) : 0)
  } catch (error) {
    if (error instanceof DataError) return 0
    throw error
  }
}

/** An action in the words of its contract: amounts as the chain's text, integers as text. The user's permission signs it. */
export interface PurchaseAction {
  account: string
  name: string
  data: Record<string, string>
}

/** By this memo the contract books a transfer as the sender's deposit. */
const DEPOSIT_MEMO = 'deposit'

/** What a purchase is made of: parts of a {@link Quote}. */
export interface PurchaseOrder extends Pick<Quote, 'quantity' | 'median' | 'deposit'> {
  network: NetworkSettings
  /** The account that pays and receives. */
  buyer: string
  drop: Pick<Quote['drop'], 'id'>
  partner: Pick<NonNullable<Quote['partner']>, 'code'> | null
}

/**
 * A purchase as one transaction: the deposit to the game's contract, then the packs for it. Both or neither happen. What
 * costs nothing has no deposit, because a transfer must be of something.
 *
 * @throws RangeError for a deposit that no token can have
 */
export const purchaseActions = (order: PurchaseOrder): PurchaseAction[] => {
  const { network, buyer, drop, quantity, median, partner, deposit } = order
  const buy = {
    account: network.gameContract,
    name: 'buypack',
    data: {
      buyer,
      drop_id: drop.id,
      amount: quantity.toString(),
      intended_delphi_median: median.toString(),
      partner_code: partner?.code ?? '',
    },
  }
  if (deposit === 0n) return [buy]
  const transfer = {
    account: network.token,
    name: 'transfer',
    data: { from: buyer, to: network.gameContract, quantity: writeWax(deposit), memo: DEPOSIT_MEMO },
  }
  return [transfer, buy]
}
