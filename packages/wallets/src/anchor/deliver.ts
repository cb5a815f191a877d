import { timeLimit } from '@fieldhouse/contract/browser'
import { failure } from '../errors/failure'

/** How long the link service waits for the wallet to take a request before it answers 202 and keeps it, in seconds. */
const SOFT_WAIT = 10
/** A link service that has not answered after this long is not reached, in milliseconds. */
const TIMEOUT = 20_000

/**
 * Brings a sealed request to the channel of a linked wallet (specification, section 7, Wallet channel).
 *
 * @returns whether the wallet has acknowledged it; if not, the service keeps it for the wallet
 * @throws WalletError of kind delivery
 */
export async function deliver(
  url: string,
  payload: Uint8Array,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<boolean> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'X-Buoy-Soft-Wait': String(SOFT_WAIT) },
      body: payload as Uint8Array<ArrayBuffer>,
      signal: timeLimit(TIMEOUT, signal),
    })
  } catch (error) {
    throw failure('linkService', error instanceof Error ? error.message : String(error))
  }
  if (!response.ok) throw failure('push', `status ${response.status}`)
  return response.status !== 202
}
