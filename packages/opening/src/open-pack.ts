import { fetchJson } from '@fieldhouse/chain-data'
import { isMade, isUnderway, recordsOf, type TransactionRecord } from '@fieldhouse/chain-data/records'
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
 * straight from the press: the wallet may open a window. For a pack that is being opened, as by another tab, or that the chain
 * has opened while the index still lists it, the wallet is not asked again. Never rejects.
 *
 * @returns null once it has signed, else why not, in words
 */
export async function openPack({ network, account, pack, after, language }: Order): Promise<string | null> {
  const isOfPack = ({ subject }: TransactionRecord) => subject.kind === 'opening' && subject.packId === pack.id
  const isOpening = (record: TransactionRecord) => isUnderway(record) || isMade(record)
  if (recordsOf(network.chainId, account).some((record) => isOfPack(record) && isOpening(record))) return null
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

/** The index's row of a pack, also of one that is burned; empty for none. */
async function readPack(
  { network, pack }: Pick<Order, 'network' | 'pack'>,
  options: { signal: AbortSignal; timeout?: number },
): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({ collection_name: network.collection, asset_id: pack.id })
  const { body } = await fetchJson(`/api/v1/assets?${query}`, { fetch, ...options })
  return Object(Object(body).data?.[0])
}

/** A refusal is told after so long, whatever the index says, in milliseconds. */
const PATIENCE = 3000

/** Whether a pack is open already, by another transaction of its account; false where the index does not say. */
export const isOpened = (order: Pick<Order, 'network' | 'account' | 'pack'>, signal: AbortSignal): Promise<boolean> =>
  readPack(order, { signal, timeout: PATIENCE }).then(
    ({ burned_by_account }) => burned_by_account === order.account,
    () => false,
  )

/**
 * Reads the block in which a pack was burned: 0 where the index does not say, null while the index does not know that it was.
 *
 * @throws DataError when it could not be read
 */
export async function blockOf(
  order: Pick<Order, 'network' | 'account' | 'pack'>,
  signal: AbortSignal,
): Promise<number | null> {
  const { owner, burned_at_block } = await readPack(order, { signal })
  return owner === order.account ? null : Number(burned_at_block) || 0
}

/** What the cards of a pack are told by from others that its account got meanwhile. */
export interface Opened {
  /** The highest id of an asset that the account was known to have before. */
  after: string
  /** In which the pack was burned; 0 where that is not known. */
  block: number
  /** How many cards it holds; 0 where that is not known. */
  count: number
}

/**
 * The cards that came out of a pack, the plainest first: that order they are dealt and turned in, and the last is the best. One
 * transaction burns it and mints them: what was bought or sent is of an earlier block, and what comes of a later opening has
 * higher ids. Of two packs that one block opened, nobody can tell which cards are whose.
 */
export function cardsOf(
  holdings: readonly Holding[],
  edition: EditionCards,
  { after, block, count }: Opened,
): OwnCard[] {
  const came = holdings
    .filter((one) => one.edition === edition.look.edition && !one.pack && byId(one.id, after) > 0)
    .filter((one) => !one.block || one.block >= block)
    .toSorted((a, b) => byId(a.id, b.id))
  const dealt = came.filter((one) => one.block === came[0]?.block).slice(0, count || undefined)
  return collectionOf(dealt, edition).cards.toSorted((a, b) => a.traits.tier - b.traits.tier || b.mint - a.mint)
}
