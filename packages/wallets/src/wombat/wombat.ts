import { within } from '@fieldhouse/chain-data'
import { SCATTER_EXPIRE_SECONDS, WALLET_SESSION_TIMEOUT } from '@fieldhouse/contract/constants'
import { PublicKey } from '@greymass/eosio'
import { FAILURES, failure } from '../errors/wallet-error'
import { makeTransaction } from '../transaction/make-transaction'
import { isChainName, type Signed, type User, type Wallet, type WalletContext } from '../wallet'
import { findProvider, type Network, networkOf, type Provider, presentProvider } from './provider'

/** What a wallet promises, for at most so many milliseconds: an injected object may never answer. */
const answered = <T>(milliseconds: number, promised: Promise<T>) => within(milliseconds, promised, FAILURES.timeout[1])

/** For what nobody is asked, but a wallet may have to be unlocked first, in milliseconds. */
const SILENT_TIMEOUT = 30_000

/** Nobody is asked anything: a wallet that does not answer is left, in milliseconds. */
const FORGET_TIMEOUT = 3000

const SIGNATURE = /^SIG_(K1|R1|WA)_[1-9A-HJ-NP-Za-km-z]{40,1000}$/

/** Wombat: the Scatter-compatible object that its app and its extension put into the page. */
export const wallet: Wallet = {
  name: 'wombat',

  login: async (context) => {
    const { name, authority } = await identify(await findProvider(), context)
    return { accountName: name, requestPermission: authority }
  },

  sign: async (context, user, actions) => {
    const provider = await findProvider()
    const account = sameAccount(await identify(provider, context), user)
    const { serialized, abis } = await makeTransaction(context, user, await actions(), SCATTER_EXPIRE_SECONDS)
    const answer = await answered(
      // Signed any later it would have expired.
      SCATTER_EXPIRE_SECONDS * 1000,
      provider.sign(networkOf(context), {
        chainId: context.settings.network.chainId,
        // Wallets say `EOS…` and, as eosjs does that for other sites, are asked for `PUB_K1_…`.
        requiredKeys: [String(PublicKey.from(account.publicKey))],
        serializedTransaction: serialized,
        abis,
      }),
    )
    return signedBy(answer, serialized)
  },

  // Whatever the wallet answers: nothing of it is stored here.
  logout: async () => {
    const forgotten = presentProvider()?.forget()
    if (forgotten) await answered(FORGET_TIMEOUT, forgotten).catch(() => undefined)
  },
}

/** Whoever allowed this site before is not asked again. */
async function identify(provider: Provider, context: WalletContext): Promise<ScatterAccount> {
  const network = networkOf(context)
  const permitted = await answered(
    SILENT_TIMEOUT,
    provider.permitted().catch(() => undefined),
  )
  return (
    findAccount(permitted, network) ??
    accountOf(await answered(WALLET_SESSION_TIMEOUT, provider.identify(network)), network)
  )
}

/** @throws WalletError no-signature, or no-modify when other bytes were signed than those that were shown */
function signedBy(answer: Awaited<ReturnType<Provider['sign']>>, serialized: Uint8Array): Signed {
  const { signatures, serializedTransaction } = answer ?? {}
  if (!Array.isArray(signatures) || signatures.length === 0 || !signatures.every((text) => SIGNATURE.test(text))) {
    throw failure('signature')
  }
  if (ArrayBuffer.isView(serializedTransaction)) {
    const { buffer, byteOffset, byteLength } = serializedTransaction
    const returned = new Uint8Array(buffer, byteOffset, byteLength)
    if (returned.length !== serialized.length || returned.some((byte, at) => byte !== serialized[at])) {
      throw failure('modify', 'Wombat signed other bytes than it was given')
    }
  }
  return { serializedTransaction: serialized, signatures }
}

/** An account as a Scatter-compatible wallet names it. */
interface ScatterAccount {
  name: string
  authority: string
  publicKey: string
}

/** The accounts that an identity has, of whatever chain. */
const accountsOf = (identity: unknown): Partial<ScatterAccount & Network>[] => {
  const { accounts } = Object(identity)
  return Array.isArray(accounts) ? accounts.filter((account) => typeof account === 'object' && account !== null) : []
}

/** The account of a wallet's identity on this chain, if it has one that can be used. */
function findAccount(identity: unknown, network: Network): ScatterAccount | undefined {
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

/** The account of a wallet's identity. @throws WalletError wrong-chain when it has others only, identity for none */
function accountOf(identity: unknown, network: Network): ScatterAccount {
  const account = findAccount(identity, network)
  if (account) return account
  const other = accountsOf(identity).find(({ chainId }) => chainId && chainId !== network.chainId)
  if (other) throw failure('wrongChain', `the wallet has an account of ${other.chainId} only`)
  throw failure('identity', 'the wallet named no account of this chain')
}

/** @throws WalletError identity when the wallet has another account now than the one that is logged in here */
function sameAccount(account: ScatterAccount, user: User): ScatterAccount {
  const now = `${account.name}@${account.authority}`
  const then = `${user.accountName}@${user.requestPermission}`
  if (now !== then) throw failure('identity', `the wallet is ${now}, not ${then}`)
  return account
}
