import { Action, Serializer, type Transaction } from '@wharfkit/antelope'
import { CONTRACTS } from '../../transaction/testing/abi'
import type { newKey } from '../../transaction/testing/context'
import { sign, unpack } from '../../transaction/testing/sign'
import type { Pages, Popup, TransactionMessage } from './browser'

type Key = ReturnType<typeof newKey>

/** Signs like the wallet's own page, after `change` had its way with the transaction. */
export function signed(packed: Uint8Array, key: Key, change: (transaction: Transaction) => void = () => {}) {
  const transaction = unpack(packed)
  change(transaction)
  const serializedTransaction = Serializer.encode({ object: transaction }).array
  return { serializedTransaction, signatures: [sign(serializedTransaction, key)] }
}

/** An action for a transaction that the wallet changes. */
export const added = (account: string, name: string, actor: string, permission: string, data: object) =>
  Action.from({ account, name, authorization: [{ actor, permission }], data }, CONTRACTS[account])

/** A Cloud Wallet whose person says yes to everything. */
export const obliging = (key: Key, account = 'alice.wam', change?: (transaction: Transaction) => void): Pages => ({
  onLogin: (popup: Popup) => {
    popup.say({ verified: true, userAccount: account, pubKeys: [key.legacy], whitelistedContracts: [] })
    popup.close()
  },
  onReady: (popup: Popup) => popup.say({ type: 'READY' }),
  onTransaction: (popup: Popup, { transaction }: TransactionMessage) => {
    popup.say({ type: 'TX_SIGNED', verified: true, whitelistedContracts: [], ...signed(transaction, key, change) })
    popup.close()
  },
})
