import { fetchAnswer } from '@fieldhouse/chain-data/client'
import { FUEL_REFERRER, RESOURCE_PROVIDER_TIMEOUT } from '@fieldhouse/contract/constants'
import { Asset, type PermissionLevel, Signature, Transaction } from '@greymass/eosio'
import { PlaceholderName, SigningRequest } from 'eosio-signing-request'
import { failure } from '../../errors/failure'
import { WalletError } from '../../errors/wallet-error'
import { checkOffer } from './check-offer'
import type { ResourceProvider } from './providers'

/** A longer answer is not one of a resource provider, in bytes. */
const ANSWER_MAX = 256 << 10

/** A request that the resource provider signed too. */
export interface Offer {
  request: SigningRequest
  /** The chain's text, `0.05000000 WAX`; null when it is free. */
  fee: string | null
}

export interface AskOptions {
  /** null: none is known for this chain. */
  provider: ResourceProvider | null
  signer: PermissionLevel
  /** Account of the core token's contract. */
  tokenContract: string
  fetch: typeof fetch
  signal: AbortSignal
}

/** The part of an answer that is used. A provider that lies can send anything. */
interface Answer {
  code?: unknown
  data?: { request?: unknown; signatures?: unknown; fee?: unknown; costs?: Record<string, unknown> }
}

/**
 * Asks the resource provider to sign too, so that the transaction uses its resources (specification, section 7), and
 * checks what it answers (section 5).
 *
 * @throws WalletError: the request must not be changed, no provider, no answer in time, a "no", or an answer that is not right
 */
export async function askProvider(request: SigningRequest, options: AskOptions): Promise<Offer> {
  const { provider, signer, tokenContract } = options
  checkEligible(request, signer)
  if (!provider) throw failure('providerChain', String(request.getChainId()))
  const { code, data } = await post(provider, request, options)
  if (typeof code !== 'number') throw invalid('no code')
  if (code !== 200 && code !== 402)
    throw new WalletError('refused', 'The resource provider does not cover this', `code ${code}`)
  if (!data || typeof data !== 'object') throw invalid('no data')
  const signatures = readSignatures(data.signatures)
  if (code === 402 && request.getInfoKey('no_fee')) throw failure('fee')
  const fee = code === 402 ? readFee(data.fee, provider.token) : null
  const transaction = readTransaction(data.request)
  checkOffer(transaction, { original: request.getRawTransaction(), signer, fee, tokenContract })

  const changed = request.clone()
  changed.data.req = SigningRequest.createSync({ transaction, chainId: request.getChainId() }).data.req
  changed.setInfoKey('cosig', signatures, { type: Signature, array: true })
  if (fee) changed.setInfoKey('txfee', String(fee))
  // What the fee is made of; wallets show it.
  for (const resource of ['cpu', 'net', 'ram']) {
    const cost = data.costs?.[resource]
    if (typeof cost === 'string' && isAsset(cost)) changed.setInfoKey(`txfee${resource}`, cost)
  }
  return { request: changed, fee: fee && String(fee) }
}

/**
 * Checks that a request may be changed by a resource provider: it is not marked no-modify and not an identity, and its first
 * authorization is the session account's or a wildcard (specification, section 5).
 *
 * @throws WalletError
 */
function checkEligible(request: SigningRequest, signer: PermissionLevel): void {
  if (request.getRawInfoKey('no_modify')) throw failure('modify')
  if (request.isIdentity()) throw failure('cosign')
  const [authorizer] = request.getRawActions()[0]?.authorization ?? []
  const isOurs = authorizer?.actor.equals(signer.actor) || authorizer?.actor.equals(PlaceholderName)
  if (!isOurs) {
    throw failure('modify', `its first authorization is ${authorizer}, not ${signer}`)
  }
}

async function post(
  provider: ResourceProvider,
  request: SigningRequest,
  { signer, fetch, signal }: AskOptions,
): Promise<Answer> {
  try {
    const { json } = await fetchAnswer(`${provider.address}/v1/resource_provider/request_transaction`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ref: FUEL_REFERRER, request: request.encode(), signer }),
      signal,
      timeout: RESOURCE_PROVIDER_TIMEOUT,
      limit: ANSWER_MAX,
      fetch,
    })
    return Object(json)
  } catch (error) {
    signal.throwIfAborted()
    throw invalid(error instanceof Error ? error.message : String(error))
  }
}

function readSignatures(signatures: unknown): Signature[] {
  if (!Array.isArray(signatures) || !signatures[0]) throw failure('providerSignature')
  return read('its signature', () => signatures.map((signature) => Signature.from(signature)))
}

function readFee(fee: unknown, token: string): Asset {
  if (typeof fee !== 'string') throw invalid('code 402 (a fee is needed) without a fee')
  const asset = read('its fee', () => Asset.from(fee))
  if (!asset.symbol.equals(token) || asset.units.toNumber() <= 0) throw invalid(`a fee of ${fee}, not of ${token}`)
  return asset
}

function readTransaction(request: unknown): Transaction {
  const [kind, transaction] = Array.isArray(request) ? request : []
  if (kind !== 'transaction') throw invalid('no transaction')
  return read('its transaction', () => Transaction.from(transaction))
}

const isAsset = (text: string): boolean => {
  try {
    return String(Asset.from(text)) === text
  } catch {
    return false
  }
}

function read<T>(what: string, from: () => T): T {
  try {
    return from()
  } catch (error) {
    throw invalid(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const invalid = (reason: string) => failure('providerResponse', reason)
