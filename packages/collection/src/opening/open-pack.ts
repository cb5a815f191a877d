import type { Language, NetworkSettings } from '@fieldhouse/contract'
import { explain, transact, type WalletError } from '@fieldhouse/wallet-login'
import { collectionOf, type EditionCards, type OwnCard, type OwnPack } from '../cards/holdings'
import { awaitOnWall } from '../cards/wall'

/** What somebody pressed the button for. */
export interface Order {
  network: NetworkSettings
  edition: EditionCards
  account: string
  pack: OwnPack
  /** The ids of the cards that hang already. */
  known: ReadonlySet<string>
  language: Language
}

/** How it ended: with the pack's cards, null when they did not come in time, or in words. */
export type Outcome = { cards: readonly OwnCard[] | null } | { problem: string }

/** The plainest first: that order they are dealt and turned in, and the last is the best. */
const dealt = (cards: readonly OwnCard[]): OwnCard[] =>
  cards.toSorted((a, b) => a.traits.tier - b.traits.tier || b.mint - a.mint)

/**
 * Opens a pack with the user's wallet: the contract burns it and mints its cards. Call it straight from the press: the wallet
 * may open a window. Never rejects.
 *
 * @param onSigned called once the chain has it: from then on the pack is open, whatever is seen of it
 */
export async function openPack(order: Order, onSigned: () => void): Promise<Outcome> {
  const { network, edition, account, pack, known, language } = order
  const action = {
    account: network.gameContract,
    name: 'open',
    data: { owner: account, asset_ids: [pack.id] },
  }
  try {
    await transact({ actions: async () => [action] })
  } catch (error) {
    try {
      const { title, text } = await explain(error as WalletError, language)
      return { problem: `${title}. ${text}` }
    } catch {
      // The words are where the code is that signs: it did not load, so nothing was signed.
      return { problem: '' }
    }
  }
  onSigned()
  // Somebody who logs out meanwhile waits for nothing.
  const holdings = await awaitOnWall(network, account, (all) => {
    const { cards, packs } = collectionOf(all, edition)
    return !packs.some(({ id }) => id === pack.id) && cards.some(({ id }) => !known.has(id))
  }).catch(() => null)
  return { cards: holdings && dealt(collectionOf(holdings, edition).cards.filter(({ id }) => !known.has(id))) }
}
