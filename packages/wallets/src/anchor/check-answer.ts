import { Serializer } from '@greymass/eosio'
import type { PermissionLevel, TransactResult } from 'anchor-link'
import type { SigningRequest } from 'eosio-signing-request'
import { failure } from '../errors/wallet-error'

/**
 * Checks that a wallet's answer is one to what it was asked (specification, section 5). anchor-link takes the transaction
 * from the request that the wallet sends back, and does not compare that with its own.
 *
 * @param asked the request as it was sent
 * @param signer who has to sign; null when anybody may, as in a login
 * @throws WalletError
 */
export function checkAnswer(asked: SigningRequest, result: TransactResult, signer: PermissionLevel | null): void {
  const { resolved, payload, chain } = result
  const answered = resolved.request
  if (answered.data.callback !== asked.data.callback) {
    throw failure('callback', `the answer is one to ${answered.data.callback}`)
  }
  const { broadcast, background } = answered.data.flags
  if (broadcast || !background) {
    throw failure('flags', broadcast ? 'broadcast' : 'foreground')
  }
  if (answered.isMultiChain() && !payload.cid) {
    throw failure('wrongChain', 'an answer for several chains without a chain id (cid)')
  }
  if (!resolved.chainId.equals(chain.chainId)) {
    throw failure('wrongChain', `the answer is for ${resolved.chainId}`)
  }
  if (asked.isIdentity() !== answered.isIdentity() || !isSameRequest(asked, answered)) {
    if (asked.isIdentity()) throw failure('identity', 'it proves something else')
    throw failure('modify', 'the wallet signed another transaction')
  }
  // It names what it signed; the signature itself is for the chain to check.
  if (!asked.isIdentity() && payload.tx && payload.tx.toLowerCase() !== String(resolved.transaction.id)) {
    throw failure('modify', `the wallet signed the transaction ${payload.tx}`)
  }
  if (signer && !signer.equals(result.signer)) {
    throw failure('identity', `${result.signer} signed, not ${signer}`)
  }
  // anchor-link leaves `sig0` out of the signatures.
  if (!Object.entries(payload).some(([key, value]) => /^sig([1-9]\d*)?$/.test(key) && value)) {
    throw failure('signature')
  }
}

/** What is signed, byte for byte; the rest of a request (callback, chain, notes) is looked at by itself. */
function isSameRequest(asked: SigningRequest, answered: SigningRequest): boolean {
  const [one, other] = [asked, answered].map(({ data }) => Serializer.encode({ object: data.req }))
  return asked.version === answered.version && one !== undefined && other !== undefined && one.equals(other)
}
