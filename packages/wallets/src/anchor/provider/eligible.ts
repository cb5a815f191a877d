import type { PermissionLevel } from '@greymass/eosio'
import { PlaceholderName, type SigningRequest } from 'eosio-signing-request'
import { failure } from '../../errors/failure'

/**
 * Checks that a request may be changed by a resource provider: it is not marked no-modify and not an identity, and its first
 * authorization is the session account's or a wildcard (specification, section 5).
 *
 * @throws WalletError
 */
export function checkEligible(request: SigningRequest, signer: PermissionLevel): void {
  if (request.getRawInfoKey('no_modify')) throw failure('modify')
  if (request.isIdentity()) throw failure('cosign')
  const [authorizer] = request.getRawActions()[0]?.authorization ?? []
  const isOurs = authorizer?.actor.equals(signer.actor) || authorizer?.actor.equals(PlaceholderName)
  if (!isOurs) {
    throw failure('modify', `its first authorization is ${authorizer}, not ${signer}`)
  }
}
