import type { NetworkSettings } from '@fieldhouse/contract'
import { writeWax } from '../price/wax'
import type { Quote } from './quote'

/** An action in the words of its contract: amounts as the chain's text, integers as text. The user's permission signs it. */
export interface PurchaseAction {
  account: string
  name: string
  data: Record<string, string>
}

/** By this memo the contract books a transfer as the sender's deposit. */
const DEPOSIT_MEMO = 'deposit'

/** What a purchase is made of: parts of a {@link Quote}. */
export interface PurchaseOrder extends Pick<Quote, 'quantity' | 'median' | 'deposit'> {
  network: NetworkSettings
  /** The account that pays and receives. */
  buyer: string
  drop: Pick<Quote['drop'], 'id'>
  partner: Pick<NonNullable<Quote['partner']>, 'code'> | null
}

/**
 * A purchase as one transaction: the deposit to the game's contract, then the packs for it. Both or neither happen. What
 * costs nothing has no deposit, because a transfer must be of something.
 *
 * @throws RangeError for a deposit that no token can have
 */
export const purchaseActions = (order: PurchaseOrder): PurchaseAction[] => {
  const { network, buyer, drop, quantity, median, partner, deposit } = order
  const buy = {
    account: network.gameContract,
    name: 'buypack',
    data: {
      buyer,
      drop_id: drop.id,
      amount: quantity.toString(),
      intended_delphi_median: median.toString(),
      partner_code: partner?.code ?? '',
    },
  }
  if (deposit === 0n) return [buy]
  const transfer = {
    account: network.token,
    name: 'transfer',
    data: { from: buyer, to: network.gameContract, quantity: writeWax(deposit), memo: DEPOSIT_MEMO },
  }
  return [transfer, buy]
}
