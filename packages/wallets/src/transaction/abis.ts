import { WalletError } from '../errors/wallet-error'
import { type NodeContext, read } from './node'

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
