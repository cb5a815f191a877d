import { abortable, gatewayNow } from '@fieldhouse/chain-data'
import { fetchAnswer } from '@fieldhouse/chain-data/client'
import type { SiteSettings } from '@fieldhouse/contract'
import { FUEL_REFERRER, RESOURCE_PROVIDER_TIMEOUT } from '@fieldhouse/contract/constants'
import { Asset, type PermissionLevel, Signature, Transaction } from '@greymass/eosio'
import { PlaceholderName, SigningRequest } from 'eosio-signing-request'
import { messageOf } from '../errors/from-unknown'
import { failure, WalletError, type WalletErrorKind } from '../errors/wallet-error'
import type { Attempt } from '../signing/signing'
import type { WalletContext } from '../wallet'
import { checkOffer } from './check-offer'

/** Greymass Fuel on the chains that it serves, by chain id: its name for the chain, and the token. */
const FUEL: Record<string, readonly [name: string, token: string]> = {
  aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906: ['eos', '4,EOS'],
  '2a02a0053e5a8cf73a56ba0fda11e4d92e0238a4a2aa74fccf46d5a910746840': ['jungle3', '4,EOS'],
  '4667b205c6838ef70ff7988f6e8257e8be0e1284a2f59699054a018f743b1d11': ['telos', '4,TLOS'],
  '1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4': ['wax', '8,WAX'],
}

/** The token of a chain that is not in the map: WAX's, as on its testnet and on the development chain. */
const TOKEN = '8,WAX'

/**
 * Who covers what an account lacks in CPU, NET and RAM (specification, section 7, Resource provider): the site's own resource
 * provider, else the chain's.
 *
 * @returns its address, without a slash at the end, and the chain's core token, in which fees are: `8,WAX`; null for none
 */
export function providerOf({ network, wallets }: Pick<SiteSettings, 'network' | 'wallets'>) {
  const [name, token = TOKEN] = FUEL[network.chainId] ?? []
  const { resourceProvider } = wallets
  if (resourceProvider === 'none' || !(resourceProvider || name)) return null
  return { address: resourceProvider.replace(/\/+$/, '') || `https://${name}.greymass.com`, token }
}

type ProviderContext = Pick<WalletContext, 'settings' | 'fetch'>

/** When a request's transaction expires, by the chain's clock in epoch milliseconds. */
export const deadlineOf = (request: SigningRequest): number => request.getRawTransaction().expiration.toMilliseconds()

/** Failures that the visitor need not hear of, because they were to be expected. */
const EXPECTED: readonly WalletErrorKind[] = ['no-modify', 'cosign-identity', 'unsupported-chain', 'refused']

/**
 * Has a transaction's resources covered by the resource provider, if the visitor agrees to the fee.
 *
 * @returns the request as the provider signed it; as it was, since failures of the provider are ignored (specification,
 *   section 8); or flagged no-fee, when the visitor goes on without the fee (section 4)
 * @throws WalletError expired when the visitor did not decide in time; AbortError when the dialog was closed
 */
export async function coverResources(
  request: SigningRequest,
  signer: PermissionLevel,
  context: ProviderContext,
  attempt: Attempt,
): Promise<SigningRequest> {
  const { signal } = attempt
  let offer: Offer
  try {
    offer = await askProvider(request, signer, context, signal)
    // The answer is read with them; better now than after the wallet has signed.
    await offer.request.fetchAbis()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof WalletError) || !EXPECTED.includes(error.kind)) attempt.notice('provider', true)
    return request
  }
  if (offer.fee === null || (await acceptsFee(attempt, offer.fee, deadlineOf(offer.request)))) return offer.request
  const unpaid = request.clone()
  unpaid.setInfoKey('no_fee', true, 'bool')
  return unpaid
}

const acceptsFee = (attempt: Attempt, fee: string, deadline: number): Promise<boolean> =>
  abortable(attempt.signal, (resolve, reject) => {
    const timer = setTimeout(() => reject(failure('offer')), deadline - gatewayNow())
    const decide = (accepted: boolean) => () => {
      clearTimeout(timer)
      attempt.show({ name: 'preparing' })
      resolve(accepted)
    }
    attempt.show({ name: 'fee', fee, deadline, accept: decide(true), decline: decide(false) })
    return () => clearTimeout(timer)
  })

/** A longer answer is not one of a resource provider, in bytes. */
const ANSWER_MAX = 256 << 10

const ASSET = /^\d{1,19}(\.\d{1,18})? [A-Z]{1,7}$/

/** A request that the resource provider signed too. */
interface Offer {
  request: SigningRequest
  /** The chain's text, `0.05000000 WAX`; null when it is free. */
  fee: string | null
}

/**
 * Asks the resource provider to sign too, so that the transaction uses its resources (specification, section 7), and
 * checks what it answers (section 5).
 *
 * @throws WalletError: the request must not be changed, no provider, no answer in time, a "no", or an answer that is not right
 */
export async function askProvider(
  request: SigningRequest,
  signer: PermissionLevel,
  { settings, fetch }: ProviderContext,
  signal: AbortSignal,
): Promise<Offer> {
  checkEligible(request, signer)
  const provider = providerOf(settings)
  if (!provider) throw failure('providerChain', String(request.getChainId()))
  const asked = JSON.stringify({ ref: FUEL_REFERRER, request: request.encode(), signer })
  const answer = await fetchAnswer(`${provider.address}/v1/resource_provider/request_transaction`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: asked,
    signal,
    timeout: RESOURCE_PROVIDER_TIMEOUT,
    limit: ANSWER_MAX,
    fetch,
  }).catch((error) => {
    signal.throwIfAborted()
    throw invalid(messageOf(error))
  })
  // A provider that lies can send anything.
  const { code, data } = Object(answer.json)
  if (typeof code !== 'number') throw invalid('no code')
  if (code !== 200 && code !== 402)
    throw new WalletError('refused', 'The resource provider does not cover this', `code ${code}`)
  if (!data || typeof data !== 'object') throw invalid('no data')
  const signatures = readSignatures(data.signatures)
  if (code === 402 && request.getInfoKey('no_fee')) throw failure('fee')
  const fee = code === 402 ? readFee(data.fee, provider.token) : null
  const transaction = readTransaction(data.request)
  checkOffer(transaction, { original: request.getRawTransaction(), signer, fee, tokenContract: settings.network.token })

  const changed = request.clone()
  changed.data.req = SigningRequest.createSync({ transaction, chainId: request.getChainId() }).data.req
  changed.setInfoKey('cosig', signatures, { type: Signature, array: true })
  if (fee) changed.setInfoKey('txfee', String(fee))
  // What the fee is made of; wallets show it.
  for (const resource of ['cpu', 'net', 'ram']) {
    const cost = data.costs?.[resource]
    if (typeof cost === 'string' && ASSET.test(cost)) changed.setInfoKey(`txfee${resource}`, cost)
  }
  return { request: changed, fee: fee && String(fee) }
}

/**
 * A request may be changed by a resource provider unless it is marked no-modify or an identity; its first authorization has
 * to be the session account's or a wildcard (specification, section 5).
 */
function checkEligible(request: SigningRequest, signer: PermissionLevel): void {
  if (request.getRawInfoKey('no_modify')) throw failure('modify')
  if (request.isIdentity()) throw failure('cosign')
  const [authorizer] = request.getRawActions()[0]?.authorization ?? []
  if (authorizer?.actor.equals(signer.actor) || authorizer?.actor.equals(PlaceholderName)) return
  throw failure('modify', `its first authorization is ${authorizer}, not ${signer}`)
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

function read<T>(what: string, from: () => T): T {
  try {
    return from()
  } catch (error) {
    throw invalid(`${what} cannot be read: ${messageOf(error)}`)
  }
}

const invalid = (reason: string) => failure('providerResponse', reason)
