import { BLOCKS_BEHIND } from '@fieldhouse/contract/constants'
import { failure } from '../errors/failure'
import { WalletError } from '../errors/wallet-error'
import type { WalletContext } from '../wallet'
import { read } from './node'

/** What makes a transaction one of this chain and of this moment (TAPoS and expiration). */
export interface Header {
  /** UTC to the second without a zone, as nodes write it. */
  expiration: string
  ref_block_num: number
  ref_block_prefix: number
}

interface Term {
  /** Of the block that a header refers to. */
  prefix: number
  /** Epoch milliseconds. */
  ends: number
}

let last: Term | null = null
let spent: Term | null = null

/** Says that what was made with the last header has landed or was refused: the next one must not be the same. */
export const spendHeader = (): void => {
  spent = last
}

/** Forgets what was spent: for tests, whose chains stand still. */
export const forgetSpent = (): void => {
  spent = null
}

/**
 * A header of now: it refers to the block `BLOCKS_BEHIND` before the head, and expires so many seconds after the chain's
 * own time, since a visitor's clock can be wrong (specification, sections 7 and 9). After one that landed or was refused,
 * one that refers to the same block expires a second earlier: a purchase that is made again at once is another transaction,
 * or it would be answered with what became of the first.
 *
 * @throws WalletError wrong-chain when the node is of another chain, or what the node said
 */
export async function makeHeader(
  context: Pick<WalletContext, 'nodeUrl' | 'fetch' | 'settings'>,
  expireSeconds: number,
): Promise<Header> {
  const info = (await read(context, 'get_info', {})) as {
    chain_id?: string
    head_block_num?: number
    head_block_time?: string
  }
  const { chainId } = context.settings.network
  if (info.chain_id !== chainId) {
    throw failure('wrongChain', `the node is of ${info.chain_id}, not of ${chainId}`)
  }
  const time = Date.parse(`${info.head_block_time}Z`)
  if (!Number.isSafeInteger(info.head_block_num) || Number.isNaN(time)) throw unusable('get_info', info)
  const refBlock = Math.max(1, (info.head_block_num as number) - BLOCKS_BEHIND)
  const block = (await read(context, 'get_block_info', { block_num: refBlock })) as { ref_block_prefix?: number }
  // A prefix is an unsigned integer of 32 bits.
  if (typeof block.ref_block_prefix !== 'number' || block.ref_block_prefix >>> 0 !== block.ref_block_prefix) {
    throw unusable('get_block_info', block)
  }
  const wanted = time + expireSeconds * 1000
  const prefix = block.ref_block_prefix
  last = { prefix, ends: spent?.prefix === prefix && spent.ends <= wanted ? spent.ends - 1000 : wanted }
  return {
    expiration: new Date(last.ends).toISOString().slice(0, 19),
    ref_block_num: refBlock & 0xffff,
    ref_block_prefix: block.ref_block_prefix,
  }
}

const unusable = (call: string, answer: unknown) =>
  new WalletError('network', `reading ${call}: ${JSON.stringify(answer).slice(0, 200)} is not what a node answers`)
