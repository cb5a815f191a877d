import { hex } from '../transaction/transaction-id'
import type { Provider } from './provider'

/** `window.wallet`: one call for everything. */
export interface Injected {
  sendApiRequest(request: { type: string; payload: object }): Promise<unknown>
}

/** The second generation of injected wallets. */
export const secondGeneration = (wallet: Injected): Provider => {
  const ask = async (type: string, payload: object) => succeeded(await wallet.sendApiRequest({ type, payload }))
  return {
    permitted: () => ask('identityFromPermissions', {}),

    identify: (network) => ask('getOrRequestIdentity', { fields: { accounts: [network] } }),

    sign: async (network, { serializedTransaction, ...unsigned }) => {
      const answer = await ask('requestSignature', {
        transaction: { ...unsigned, serializedTransaction: hex(serializedTransaction) },
        blockchain: network.blockchain,
        network,
        requiredFields: {},
      })
      // It answers with signatures only: they are of what it was given.
      return { signatures: (answer as { signatures?: unknown } | null)?.signatures }
    },

    forget: () => ask('forgetIdentity', {}),
  }
}

/** Some wallets answer with their error instead of rejecting with it. */
function succeeded(answer: unknown): unknown {
  if ((answer as { isError?: unknown } | null)?.isError) throw answer
  return answer
}
