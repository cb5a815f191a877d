import { WalletError, type WalletErrorKind } from './wallet-error'

/** An error of a node, or of our gateway in the same shape (`plugins/chainapi/shape`). */
export interface NodeError {
  code: number
  name: string
  what: string
  details: { message: string; file?: string }[]
}

/** The gateway's own errors. */
export const GATEWAY_NAMES = {
  unknown: 'transaction_outcome_unknown',
  notSent: 'transaction_not_sent',
  tooMany: 'too_many_requests',
  unreachable: 'chain_unreachable',
} as const

/** Stands in the gateway's own errors where a node names its source file. */
const GATEWAY_FILE = 'fieldhouse'

/** The node's exceptions that are not a contract's own "no"; the numbers are Antelope's. */
const KINDS: Record<string, WalletErrorKind> = {
  expired_tx_exception: 'expired',
  // The block that the transaction names is not in the chain any more: it can only be made anew.
  invalid_ref_block_exception: 'expired',
  deadline_exception: 'resources',
  leeway_deadline_exception: 'resources',
  [GATEWAY_NAMES.unknown]: 'unclear',
  [GATEWAY_NAMES.notSent]: 'network',
  [GATEWAY_NAMES.tooMany]: 'network',
  [GATEWAY_NAMES.unreachable]: 'network',
}

/** Exceptions of used-up CPU, NET and RAM are in this range (Antelope's resource_exhausted_exception and below). */
const isResources = (code: number): boolean => code >= 3080000 && code < 3090000

/** The chain's own exceptions start here, and are final. */
const FIRST_CHAIN_CODE = 3000000

const DUPLICATE_CODE = 3040008

const ASSERTION = 'assertion failure with message: '

/** The error in an answer's JSON, if there is one. */
export function nodeError(json: unknown): NodeError | undefined {
  const { code, name, what, details } = Object(Object(json).error)
  if (typeof code !== 'number') return undefined
  return {
    code,
    name: typeof name === 'string' ? name : '',
    what: typeof what === 'string' ? what : '',
    details: Array.isArray(details) ? details.filter((detail) => typeof detail?.message === 'string') : [],
  }
}

/** What a person should read of it: the first detail, without the prefix that every assertion has. */
function nodeText(error: NodeError): string {
  const text = error.details[0]?.message || error.what || error.name
  return text.startsWith(ASSERTION) ? text.slice(ASSERTION.length) : text
}

/** Whether it is an answer of the chain, not of a node or a gateway in trouble. */
export const isFinal = (error: NodeError): boolean => error.code >= FIRST_CHAIN_CODE

/** Whether it is of our gateway, and not of a node. */
export const isOfGateway = (error: NodeError): boolean => error.details[0]?.file === GATEWAY_FILE

/** Whether the chain has the transaction already: it landed. A contract's assertion can have the same words. */
export const isDuplicate = (error: NodeError): boolean =>
  error.code === DUPLICATE_CODE || (!isFinal(error) && /duplicate transaction/i.test(nodeText(error)))

export function fromNode(error: NodeError, cause?: unknown): WalletError {
  const kind = KINDS[error.name] ?? (isResources(error.code) ? 'resources' : 'chain')
  const text = nodeText(error)
  // Only the name has in every case which of the three is used up.
  const detail = kind === 'resources' && error.name ? `${error.name}: ${text}` : text
  return new WalletError(kind, text, detail, cause === undefined ? undefined : { cause })
}

/** The node's error inside what a library threw: an APIError of @greymass/eosio, or an RpcError of eosjs. */
export function nodeErrorOf(error: unknown): WalletError | undefined {
  const { response, json } = Object(error)
  const found = nodeError(response?.json) ?? nodeError(json)
  return found && fromNode(found, error)
}
