import type { Claim } from '@fieldhouse/chain-data'
import { afterPurchase } from '@fieldhouse/chain-data/purchase'
import type { Language, NetworkSettings } from '@fieldhouse/contract'
import { explain, transact, WalletError } from '@fieldhouse/wallet-login'

/** How many claims are collected with one signature at most: a block has a bound for a transaction. */
export const MOST_CLAIMS = 20

/** What somebody pressed the button for. */
export interface Order {
  network: NetworkSettings
  account: string
  claims: readonly Claim[]
  language: Language
}

/** How it ended: in a transaction, or in words. */
export type Outcome = { transactionId: string } | { problem: string }

/** The actions that collect claims: all of them happen, or none does. */
export const claimActions = ({ network, account, claims }: Pick<Order, 'network' | 'account' | 'claims'>) =>
  claims.map(({ id }) => ({
    account: network.gameContract,
    name: 'claim',
    data: { claimer: account, claim_id: id },
  }))

/**
 * Collects claims with the user's wallet. Call it straight from the press: the wallet may open a window. Never rejects.
 * Claims and drops are brought up to date afterwards, whatever the outcome; nobody waits for it.
 */
export async function collect(order: Order): Promise<Outcome> {
  const { network, account, language } = order
  const refresh = (block: number) =>
    afterPurchase({ network, account, block, names: ['availableDropsToClaim', 'rowDrops'] }).catch(() => {})
  try {
    const { transactionId, block } = await transact({ actions: async () => claimActions(order) })
    void refresh(block)
    return { transactionId }
  } catch (error) {
    // What the chain refuses has changed, and what is unclear may have landed.
    if (error instanceof WalletError && ['chain', 'unclear'].includes(error.kind)) void refresh(0)
    try {
      const { title, text } = await explain(error as WalletError, language)
      return { problem: [title, text].filter(Boolean).join('. ').replace('..', '.') }
    } catch {
      // The words are where the code is that signs: it did not load, so nothing was signed.
      return { problem: '' }
    }
  }
}
