import { ABI, Bytes, Action as PackedAction, Serializer, Transaction } from '@greymass/eosio'
import { fromUnknown } from '../errors/from-unknown'
import { WalletError } from '../errors/wallet-error'
import type { Action, User, WalletContext } from '../wallet'
import { makeHeader, rawAbi } from './node'

interface MadeTransaction {
  transaction: Transaction
  /** Packed, without compression. */
  serialized: Uint8Array
  /** By which a wallet can show it. */
  abis: { accountName: string; abi: Uint8Array }[]
}

/**
 * Makes a whole transaction for wallets that need one: header, and actions packed by their contracts' ABIs.
 *
 * @param expireSeconds EXPIRE_SECONDS, or SCATTER_EXPIRE_SECONDS
 * @throws WalletError: no connection, another chain, or an action that its contract's ABI cannot pack
 */
export async function makeTransaction(
  context: Pick<WalletContext, 'nodeUrl' | 'fetch' | 'settings'>,
  user: Pick<User, 'accountName' | 'requestPermission'>,
  actions: Action[],
  expireSeconds: number,
): Promise<MadeTransaction> {
  if (actions.length === 0) throw new WalletError('unknown', 'making a transaction: there is no action in it')
  const accounts = [...new Set(actions.map(({ account }) => account))]
  // The header last: its time runs.
  const abis = await Promise.all(
    accounts.map(async (accountName) => ({ accountName, abi: await rawAbi(context, accountName) })),
  )
  const header = await makeHeader(context, expireSeconds)
  const decoded = new Map(abis.map(({ accountName, abi }) => [accountName, decode(accountName, abi)]))
  const transaction = Transaction.from({
    ...header,
    actions: actions.map((action) => pack(action, decoded.get(action.account) as ABI, user)),
  })
  return { transaction, serialized: Serializer.encode({ object: transaction }).array, abis }
}

function decode(account: string, abi: Uint8Array): ABI {
  try {
    return Serializer.decode({ data: Bytes.from(abi), type: ABI })
  } catch (error) {
    throw fromUnknown(error, `reading the ABI of ${account}`)
  }
}

function pack(action: Action, abi: ABI, user: Pick<User, 'accountName' | 'requestPermission'>): PackedAction {
  const { account, name, data } = action
  const authorization = action.authorization ?? [{ actor: user.accountName, permission: user.requestPermission }]
  try {
    return PackedAction.from({ account, name, authorization, data }, abi)
  } catch (error) {
    throw fromUnknown(error, `packing ${account}::${name} of ${JSON.stringify(data).slice(0, 200)}`)
  }
}
