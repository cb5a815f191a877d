import { type FetchedAnswer, fetchAnswer } from '@fieldhouse/chain-data/client'
import { fromNode, nodeError } from '../errors/from-node'
import { fromUnknown } from '../errors/from-unknown'
import { WalletError } from '../errors/wallet-error'
import type { WalletContext } from '../wallet'

/** A read of the chain that has no answer after this long is given up, in milliseconds. */
export const READ_TIMEOUT = 10_000

/** The part of a wallet's context that chain calls need. */
export type NodeContext = Pick<WalletContext, 'nodeUrl' | 'fetch'>

/**
 * POSTs to the gateway's chain API and reads the answer, whatever its status.
 *
 * @param body JSON
 * @throws what `fetchAnswer` throws
 */
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

/**
 * Reads from the chain.
 *
 * @throws WalletError of kind network, or what the node said
 */
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

/** Contracts whose ABI is kept; the one asked for longest ago makes room. */
const KEPT = 16
/** A contract may get another ABI: after this long it is read again, in milliseconds. */
const LIFETIME = 5 * 60_000

interface Entry {
  abi: Promise<Uint8Array>
  until: number
}

const entries = new Map<string, Entry>()

/**
 * The binary ABI of a contract, kept for some minutes. Those who ask for the same one at a time share one request; one
 * that failed is not kept.
 *
 * @throws WalletError chain when the account has no contract, or what the node said
 */
export function rawAbi(context: NodeContext, account: string): Promise<Uint8Array> {
  const key = `${context.nodeUrl} ${account}`
  const now = performance.now()
  const known = entries.get(key)
  entries.delete(key) // and set again: the map is in the order of use
  const entry = known && now < known.until ? known : { abi: fetchAbi(context, account), until: now + LIFETIME }
  entries.set(key, entry)
  if (entry !== known) {
    entry.abi.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
  }
  for (const oldest of entries.keys()) {
    if (entries.size <= KEPT) break
    entries.delete(oldest)
  }
  return entry.abi
}

/** Forgets all. */
export const forgetAbis = (): void => entries.clear()

async function fetchAbi(context: NodeContext, account: string): Promise<Uint8Array> {
  const { abi } = (await read(context, 'get_raw_abi', { account_name: account })) as { abi?: string }
  if (!abi)
    throw new WalletError('chain', `reading the contract of ${account}: it has none`, `${account} has no contract`)
  return Uint8Array.from(atob(padded(abi)), (character) => character.charCodeAt(0))
}

/** Older nodes leave the last = of Base64 out, and some write one too many. */
function padded(base64: string): string {
  const bare = base64.replace(/=+$/, '')
  return bare + '='.repeat((4 - (bare.length % 4)) % 4)
}
