import { ABI, Action, type Asset, Name, PermissionLevel, Serializer, Transaction } from '@greymass/eosio'
import { PlaceholderName, PlaceholderPermission } from 'eosio-signing-request'
import { failure } from '../errors/wallet-error'

/** Greymass Fuel's accounts: it signs a `noop` in front as the one who pays, and takes fees. */
const NOOP = { account: 'greymassnoop', name: 'noop' }
const COSIGNER = PermissionLevel.from('greymassfuel@cosign')
const FEE_ACCOUNT = Name.from('fuel.gm')

const struct = (name: string, fields: Record<string, string>) => ({
  name,
  base: '',
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
})
/** The actions that a provider may add; their fields are the same on every chain. */
const ACTIONS = ABI.from({
  structs: [
    struct('transfer', { from: 'name', to: 'name', quantity: 'asset', memo: 'string' }),
    struct('buyram', { payer: 'name', receiver: 'name', quant: 'asset' }),
    struct('buyrambytes', { payer: 'name', receiver: 'name', bytes: 'uint32' }),
  ],
})

interface OfferTerms {
  /** The transaction as it was asked for. */
  original: Transaction
  signer: PermissionLevel
  /** What the visitor is shown; null when it is free. */
  fee: Asset | null
  /** Account of the core token's contract. */
  tokenContract: string
}

/**
 * Checks the transaction that a resource provider offers, before anybody is asked to sign it: the original actions
 * untouched and in order at the end; in front of them only the provider's `noop`, the fee as it is shown, and RAM that the
 * provider buys for the signer; nothing of it in the signer's name but the fee; a header no worse than ours.
 *
 * @throws WalletError invalid-provider-response, its detail what is wrong
 */
export function checkOffer(offered: Transaction, terms: OfferTerms): void {
  const { original, signer, fee } = terms
  const added = offered.actions.slice(0, Math.max(0, offered.actions.length - original.actions.length))
  const asked = original.actions.map((action) => resolved(action, signer))
  // Equal to the last byte, so that nothing in the header delays or hides it. Only an earlier expiration harms nobody.
  const honest = Transaction.from({ ...original, expiration: offered.expiration, actions: [...added, ...asked] })
  if (!offered.equals(honest)) refuse('what was asked for is changed, missing or out of order')
  if (offered.expiration.toMilliseconds() > original.expiration.toMilliseconds()) refuse('it expires later')

  const [noop, ...others] = added
  if (!noop || !isNoop(noop)) refuse('it does not begin with the noop of the one who pays')
  let fees = 0
  for (const action of others) {
    if (isAction(action, terms.tokenContract, 'transfer')) {
      checkFee(action, terms)
      fees++
    } else if (isAction(action, 'eosio', 'buyram') || isAction(action, 'eosio', 'buyrambytes')) {
      checkRam(action, signer)
    } else refuse(`it adds ${action.account}::${action.name}`)
  }
  if (fees !== (fee ? 1 : 0)) refuse(`it takes ${fees} fees, and ${fee ?? 'none'} is shown`)
}

function checkFee(action: Action, { signer, fee }: OfferTerms): void {
  if (!fee) return
  const { from, to, quantity } = decode<{ from: Name; to: Name; quantity: Asset }>(action)
  if (!isOnly(action, signer) || !from.equals(signer.actor)) refuse('its fee is taken from somebody else')
  if (!to.equals(FEE_ACCOUNT)) refuse(`its fee goes to ${to}`)
  if (!quantity.equals(fee)) refuse(`its fee is ${quantity}, and ${fee} is shown`)
}

/** The provider buys it, so the signer pays for it with the fee only. */
function checkRam(action: Action, signer: PermissionLevel): void {
  const { payer, receiver } = decode<{ payer: Name; receiver: Name }>(action)
  if (!isOnly(action, COSIGNER) || !payer.equals(COSIGNER.actor)) refuse('it makes somebody else pay for RAM')
  if (!receiver.equals(signer.actor)) refuse(`it buys RAM for ${receiver}`)
}

const isAction = (action: Action, account: string, name: string): boolean =>
  action.account.equals(account) && action.name.equals(name)

const isNoop = (action: Action): boolean =>
  isAction(action, NOOP.account, NOOP.name) && isOnly(action, COSIGNER) && action.data.array.length === 0

const isOnly = ({ authorization }: Action, permission: PermissionLevel): boolean =>
  authorization.length === 1 && authorization[0]?.equals(permission) === true

/** A wildcard in a request is the signer in what comes back. */
function resolved(action: Action, signer: PermissionLevel): Action {
  const authorization = action.authorization.map(({ actor, permission }) => ({
    actor: actor.equals(PlaceholderName) ? signer.actor : actor,
    permission: permission.equals(PlaceholderPermission) ? signer.permission : permission,
  }))
  return Action.from({ ...action, authorization })
}

function decode<T>(action: Action): T {
  try {
    return Serializer.decode({ data: action.data, type: String(action.name), abi: ACTIONS }) as T
  } catch {
    return refuse(`it adds ${action.account}::${action.name} that cannot be read`)
  }
}

function refuse(reason: string): never {
  throw failure('providerResponse', reason)
}
