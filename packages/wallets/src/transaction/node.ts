import { readText } from '@fieldhouse/chain-data'
import { fromNode, nodeError } from '../errors/from-node'
import { fromUnknown } from '../errors/from-unknown'
import { WalletError } from '../errors/wallet-error'
import { parseJson } from '../json'
import type { WalletContext } from '../wallet'

/** A read of the chain that has no answer after this long is given up, in milliseconds. */
export const READ_TIMEOUT = 10_000

/** More of an answer than this is not read, in bytes: the largest ABIs have a tenth of it. */
const ANSWER_MAX = 4 << 20

/** What a call of a node's API is answered with. */
export interface Answer {
  status: number
  /** undefined when the body is not JSON. */
  json: unknown
  headers: Headers
}

/** The part of a wallet's context that chain calls need. */
export type NodeContext = Pick<WalletContext, 'nodeUrl' | 'fetch'>

/**
 * POSTs to the gateway's chain API and reads the answer, whatever its status.
 *
 * @param body JSON
 * @throws what `fetch` throws, a TimeoutError when there is no whole answer in time, a DataError for one that is too long
 */
export function post(
  context: NodeContext,
  call: string,
  body: string,
  timeout: number,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body }
  return ask(context, `/v1/chain/${call}`, request, timeout)
}

/**
 * Asks the gateway and reads the answer, whatever its status.
 *
 * @param path at the gateway
 * @throws as {@link post}; the signal's reason
 */
export async function ask(context: NodeContext, path: string, request: RequestInit, timeout: number): Promise<Answer> {
  const address = context.nodeUrl + path
  const late = AbortSignal.timeout(timeout)
  const signal = request.signal ? AbortSignal.any([request.signal, late]) : late
  const response = await context.fetch(address, { ...request, signal })
  return {
    status: response.status,
    json: parseJson(await readText(address, response, ANSWER_MAX)),
    headers: response.headers,
  }
}

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
