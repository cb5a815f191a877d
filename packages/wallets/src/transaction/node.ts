import { type FetchedAnswer, fetchAnswer } from '@fieldhouse/chain-data/client'
import { BLOCKS_BEHIND } from '@fieldhouse/contract/constants'
import { fromNode, nodeError } from '../errors/from-node'
import { fromUnknown } from '../errors/from-unknown'
import { failure, WalletError } from '../errors/wallet-error'
import type { WalletContext } from '../wallet'

/** Time-out of a read of the chain, in milliseconds. */
export const READ_TIMEOUT = 10_000

/** The part of a wallet's context that chain calls need. */
export type NodeContext = Pick<WalletContext, 'nodeUrl' | 'fetch'>

/** POSTs JSON to the gateway's chain API: see `fetchAnswer`. */
export const post = (
  { nodeUrl, fetch }: NodeContext,
  call: string,
  body: string,
  timeout: number,
  headers: Record<string, string> = {},
): Promise<FetchedAnswer> =>
  fetchAnswer(`${nodeUrl}/v1/chain/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    timeout,
    fetch,
  })

/** Reads from the chain. @throws WalletError of kind network, or what the node said */
export async function read(context: NodeContext, call: string, request: object): Promise<unknown> {
  const step = `reading ${call}`
  const answer = await post(context, call, JSON.stringify(request), READ_TIMEOUT).catch((error) => {
    throw fromUnknown(error, step)
  })
  if (answer.status < 300 && answer.json !== undefined) return answer.json
  const error = nodeError(answer.json)
  if (error) throw fromNode(error)
  throw new WalletError('network', `${step}: status ${answer.status} without the chain's JSON; try again in a moment`)
}

/** A contract may get another ABI: after this long it is read again, in milliseconds. */
const LIFETIME = 5 * 60_000

const abis = new Map<string, { abi: Promise<Uint8Array>; until: number }>()

/**
 * The binary ABI of a contract, kept for some minutes. Those who ask for the same one at a time share one request; one
 * that failed is not kept.
 *
 * @throws WalletError chain when the account has no contract, or what the node said
 */
export function rawAbi(context: NodeContext, account: string): Promise<Uint8Array> {
  const key = `${context.nodeUrl} ${account}`
  const now = performance.now()
  const known = abis.get(key)
  if (known && now < known.until) return known.abi
  const abi = fetchAbi(context, account)
  abis.set(key, { abi, until: now + LIFETIME })
  abi.catch(() => abis.delete(key))
  return abi
}

export const forgetAbis = (): void => abis.clear()

async function fetchAbi(context: NodeContext, account: string): Promise<Uint8Array> {
  const { abi } = Object(await read(context, 'get_raw_abi', { account_name: account }))
  if (!abi)
    throw new WalletError('chain', `reading the contract of ${account}: it has none`, `${account} has no contract`)
  // Some nodes write one = too many, and none is needed.
  return Uint8Array.from(atob(abi.replace(/=+$/, '')), (character) => character.charCodeAt(0))
}

/** What makes a transaction one of this chain and of this moment (TAPoS and expiration). */
interface Header {
  /** UTC to the second without a zone, as nodes write it. */
  expiration: string
  ref_block_num: number
  ref_block_prefix: number
}

/** An expiration is earlier by up to so many seconds, by chance: two devices that sign the same at once sign two transactions. */
const SPREAD = 5

/** The headers that were made: none is made twice. */
const made = new Set<string>()

/** Forgets them: for tests, whose chains stand still. */
export const forgetHeaders = (): void => made.clear()

/**
 * A header of now: it refers to the block `BLOCKS_BEHIND` before the head, and expires so many seconds after the chain's
 * own time, since a visitor's clock can be wrong (specification, sections 7 and 9), less 0 to 5 s by chance. Equal actions
 * with equal headers would be one transaction: a purchase that is made again at once, or on another device, is another one.
 *
 * @throws WalletError wrong-chain when the node is of another chain, or what the node said
 */
export async function makeHeader(
  context: Pick<WalletContext, 'nodeUrl' | 'fetch' | 'settings'>,
  expireSeconds: number,
): Promise<Header> {
  const info = await read(context, 'get_info', {})
  const { chain_id, head_block_num, head_block_time } = Object(info)
  const { chainId } = context.settings.network
  if (chain_id !== chainId) throw failure('wrongChain', `the node is of ${chain_id}, not of ${chainId}`)
  const time = Date.parse(`${head_block_time}Z`)
  if (!Number.isSafeInteger(head_block_num) || Number.isNaN(time)) throw unusable('get_info', info)
  const refBlock = Math.max(1, head_block_num - BLOCKS_BEHIND)
  const block = await read(context, 'get_block_info', { block_num: refBlock })
  const { ref_block_prefix: prefix } = Object(block)
  // An unsigned integer of 32 bits.
  if (typeof prefix !== 'number' || prefix >>> 0 !== prefix) throw unusable('get_block_info', block)
  let ends = time + (expireSeconds - Math.floor(Math.random() * (SPREAD + 1))) * 1000
  const termOf = () => `${prefix} ${new Date(ends).toISOString().slice(0, 19)}`
  while (made.has(termOf())) ends -= 1000
  made.add(termOf())
  return {
    expiration: new Date(ends).toISOString().slice(0, 19),
    ref_block_num: refBlock & 0xffff,
    ref_block_prefix: prefix,
  }
}

const unusable = (call: string, answer: unknown) =>
  new WalletError('network', `reading ${call}: ${JSON.stringify(answer).slice(0, 200)} is not what a node answers`)
