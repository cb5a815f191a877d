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

/** An expiration is earlier by up to so many seconds, by chance: two devices that sign the same at once sign two transactions. */
const SPREAD = 5

/** The headers that this page has made lately: none is made twice. */
const made: string[] = []
const REMEMBERED = 16

/** Forgets them: for tests, whose chains stand still. */
export const forgetHeaders = (): void => {
  made.length = 0
}

/**
 * A header of now: it refers to the block `BLOCKS_BEHIND` before the head, and expires so many seconds after the chain's
 * own time, since a visitor's clock can be wrong (specification, sections 7 and 9), less 0 to 5 s by chance. Equal actions
 * with equal headers would be one transaction: a purchase that is made again at once, or on another device, is another one.
 *
 * @param random from 0 to less than 1
 * @throws WalletError wrong-chain when the node is of another chain, or what the node said
 */
export async function makeHeader(
  context: Pick<WalletContext, 'nodeUrl' | 'fetch' | 'settings'>,
  expireSeconds: number,
  random: () => number = Math.random,
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
  const prefix = block.ref_block_prefix
  let ends = time + (expireSeconds - Math.floor(random() * (SPREAD + 1))) * 1000
  const termOf = () => `${prefix} ${new Date(ends).toISOString().slice(0, 19)}`
  while (made.includes(termOf())) ends -= 1000
  made.push(termOf())
  if (made.length > REMEMBERED) made.shift()
  return {
    expiration: new Date(ends).toISOString().slice(0, 19),
    ref_block_num: refBlock & 0xffff,
    ref_block_prefix: prefix,
  }
}

const unusable = (call: string, answer: unknown) =>
  new WalletError('network', `reading ${call}: ${JSON.stringify(answer).slice(0, 200)} is not what a node answers`)
