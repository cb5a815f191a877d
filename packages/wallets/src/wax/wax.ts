import { WaxJS } from '@waxio/waxjs/dist'
import { READ_TIMEOUT, rawAbi } from '../transaction/node'
import type { WalletContext } from '../wallet'
import type { CloudAccount } from './remembered'

/**
 * waxjs for one conversation. A new one each time: one that has heard of an account's whitelisted contracts tries to sign
 * at an address of WAX's without a window, which this site's policy forbids and which is going away.
 *
 * `verifyTx` stays the library's own: actions that the wallet changed, or added in the user's name, are refused.
 *
 * @param known signs without a login
 */
export function makeWax(context: WalletContext, known?: CloudAccount): WaxJS {
  const wax = new WaxJS({
    rpcEndpoint: context.nodeUrl,
    tryAutoLogin: false,
    waxSigningURL: new URL(context.settings.wallets.cloudWallet).origin,
    eosApiArgs: {
      abiProvider: {
        getRawAbi: async (accountName: string) => ({ accountName, abi: await rawAbi(context, accountName) }),
      },
    },
    ...(known ? { userAccount: known.account, pubKeys: known.keys } : {}),
  })
  // eosjs waits for a node for ever.
  wax.rpc.fetchBuiltin = (address: string, init?: RequestInit) =>
    context.fetch(address, { ...init, signal: AbortSignal.timeout(READ_TIMEOUT) })
  return wax
}

/**
 * Lends waxjs the part of Node's Buffer that it uses. It writes its version into the address of the login window with
 * `Buffer.from(version).toString('base64')`, before anything is awaited, and a browser has no Buffer. The whole of it would
 * be 7 kB, and as a lasting global would make other libraries take the page for Node.
 */
export function withBuffer<T>(call: () => T): T {
  const scope = globalThis as { Buffer?: unknown }
  if (scope.Buffer) return call()
  scope.Buffer = { from: (text: string) => ({ toString: () => btoa(text) }) }
  try {
    return call()
  } finally {
    delete scope.Buffer
  }
}
