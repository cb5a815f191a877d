import type { Claim } from '@fieldhouse/chain-data'
import type { Language, NetworkSettings } from '@fieldhouse/contract'
import { describeError } from '@fieldhouse/holdings'
import { transact, type WalletError } from '@fieldhouse/wallet-login'

/** How many claims are collected with one signature at most: a block has a bound for a transaction. */
export const MOST_CLAIMS = 20

/** What somebody pressed the button for. */
export interface CollectRequest {
  network: NetworkSettings
  account: string
  claims: readonly Claim[]
  language: Language
}

/** The actions that collect claims: all of them happen, or none does. */
export const claimActions = ({ network, account, claims }: Pick<CollectRequest, 'network' | 'account' | 'claims'>) =>
  claims.map(({ id }) => ({
    account: network.gameContract,
    name: 'claim',
    data: { claimer: account, claim_id: id },
  }))

/**
 * Has the wallet sign that claims are collected; its record says when they are. Call it straight from the press: the wallet
 * may open a window. Never rejects.
 *
 * @returns null once it has signed, else why not, in words
 */
export async function collectClaims(request: CollectRequest): Promise<string | null> {
  const { claims, language } = request
  const subject = () => ({
    kind: 'claims' as const,
    claimIds: claims.map(({ id }) => id),
    packs: Number(claims.reduce((sum, { amount }) => sum + amount, 0n)),
  })
  try {
    await transact({ actions: async () => claimActions(request), subject })
    return null
  } catch (error) {
    return describeError(error as WalletError, language)
  }
}
