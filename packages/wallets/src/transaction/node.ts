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
