import { within } from '@fieldhouse/chain-data'
import { SCATTER_EXPIRE_SECONDS, WALLET_SESSION_TIMEOUT } from '@fieldhouse/contract/constants'
import { FAILURES, failure } from '../errors/failure'
import { fromUnknown } from '../errors/from-unknown'
import { makeTransaction } from '../transaction/make-transaction'
import type { Signed, Wallet, WalletContext } from '../wallet'
import { findProvider, presentProvider } from './find-provider'
import { accountOf, findAccount, type ScatterAccount, sameAccount } from './identity'
import { networkOf, type Provider } from './provider'

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

  login: (context) =>
    attempt('logging in with Wombat', async () => {
      const { name, authority } = await identify(await findProvider(), context)
      return { accountName: name, requestPermission: authority }
    }),

  sign: (context, user, actions) =>
    attempt('signing with Wombat', async () => {
      const provider = await findProvider()
      const account = sameAccount(await identify(provider, context), user)
      const { serialized, abis } = await makeTransaction(context, user, await actions(), SCATTER_EXPIRE_SECONDS)
      const answer = await answered(
        // Signed any later it would have expired.
        SCATTER_EXPIRE_SECONDS * 1000,
        provider.sign(networkOf(context), {
          chainId: context.settings.network.chainId,
          requiredKeys: [account.publicKey],
          serializedTransaction: serialized,
          abis,
        }),
      )
      return signedBy(answer, serialized)
    }),

  // Whatever the wallet says: nothing of it is kept here.
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

async function attempt<T>(step: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw fromUnknown(error, step)
  }
}
