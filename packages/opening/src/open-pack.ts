import { isUnderway, recordsOf, type TransactionRecord } from '@fieldhouse/chain-data/records'
import type { Language, NetworkSettings } from '@fieldhouse/contract'
import {
  byId,
  collectionOf,
  describeError,
  type EditionCards,
  type Holding,
  type OwnCard,
  type OwnPack,
} from '@fieldhouse/holdings'
import { transact, type WalletError } from '@fieldhouse/wallet-login'

/** What somebody pressed the button for. */
export interface Order {
  network: NetworkSettings
  account: string
  pack: OwnPack
  /** The highest id of an asset that the account has. */
  after: string
  language: Language
}

/**
 * Has the wallet sign that a pack is opened: the contract burns it and mints its cards, and its record says when. Call it
 * straight from the press: the wallet may open a window. For a pack that is being opened, as by another tab, the wallet is not
 * asked again. Never rejects.
 *
 * @returns null once it has signed, else why not, in words
 */
export async function openPack({ network, account, pack, after, language }: Order): Promise<string | null> {
  const isOfPack = ({ subject }: TransactionRecord) => subject.kind === 'opening' && subject.packId === pack.id
  if (recordsOf(account).some((record) => isOfPack(record) && isUnderway(record))) return null
  const action = {
    account: network.gameContract,
    name: 'open',
    data: { owner: account, asset_ids: [pack.id] },
  }
  const subject = () => ({ kind: 'opening' as const, packId: pack.id, packName: pack.name, after })
  try {
    await transact({ actions: async () => [action], subject })
    return null
  } catch (error) {
    return describeError(error as WalletError, language)
  }
}

/** The cards that came out of a pack, the plainest first: that order they are dealt and turned in, and the last is the best. */
export const cardsOf = (holdings: readonly Holding[], edition: EditionCards, after: string): OwnCard[] =>
  collectionOf(holdings, edition)
    .cards.filter(({ id }) => byId(id, after) > 0)
    .toSorted((a, b) => a.traits.tier - b.traits.tier || b.mint - a.mint)
