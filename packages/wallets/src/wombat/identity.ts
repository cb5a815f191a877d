import { isChainName } from '../chain-name'
import { failure } from '../errors/failure'
import type { User } from '../wallet'
import type { Network } from './provider'

/** An account as a Scatter-compatible wallet names it. */
export interface ScatterAccount {
  name: string
  authority: string
  publicKey: string
}

/** The accounts that an identity has, of whatever chain. */
const accountsOf = (identity: unknown): Partial<ScatterAccount & Network>[] => {
  const { accounts } = (identity ?? {}) as { accounts?: unknown }
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'object' && account !== null) : []
}

/** The account of a wallet's identity on this chain, if it has one that can be used. */
export function findAccount(identity: unknown, network: Network): ScatterAccount | undefined {
  for (const { blockchain, chainId, name, authority, publicKey } of accountsOf(identity)) {
    // Not every wallet names the chain of an account that it was asked for by chain.
    if ((blockchain || network.blockchain) !== network.blockchain || (chainId || network.chainId) !== network.chainId) {
      continue
    }
    if (!isChainName(name) || typeof publicKey !== 'string') continue
    return { name, authority: isChainName(authority) ? authority : 'active', publicKey }
  }
  return undefined
}

/**
 * The account of the identity that a wallet answered with.
 *
 * @throws WalletError wrong-chain when it has accounts of other chains only, identity when it has none
 */
export function accountOf(identity: unknown, network: Network): ScatterAccount {
  const account = findAccount(identity, network)
  if (account) return account
  const other = accountsOf(identity).find(({ chainId }) => chainId && chainId !== network.chainId)
  if (other) {
    throw failure('wrongChain', `the wallet has an account of ${other.chainId} only`)
  }
  throw failure('identity', 'the wallet named no account of this chain')
}

/** @throws WalletError identity when the wallet has another account now than the one that is logged in here */
export function sameAccount(account: ScatterAccount, user: User): ScatterAccount {
  if (account.name !== user.accountName || account.authority !== user.requestPermission) {
    const now = `${account.name}@${account.authority}`
    const then = `${user.accountName}@${user.requestPermission}`
    throw failure('identity', `the wallet is ${now}, not ${then}`)
  }
  return account
}
