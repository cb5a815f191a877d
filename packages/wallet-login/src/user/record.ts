import { parseJson } from '@fieldhouse/contract/browser'
import type { User, WalletName } from '@fieldhouse/wallets'
import { isChainName, WALLETS } from '@fieldhouse/wallets'

/** The key of each wallet's record, in the order in which one becomes the active user (specification, sections 3 and 4). */
export const RECORDS: readonly (readonly [key: string, wallet: WalletName])[] = WALLETS.map(
  ({ record, name }) => [record, name] as const,
).sort()

/** The user of a stored record; null when it is damaged: not JSON, another wallet's, or without names the chain could know. */
export const recordOf = (text: string, wallet: WalletName): User | null => {
  const { accountName, requestPermission, wallet: named } = Object(parseJson(text))
  return named === wallet && isChainName(accountName) && isChainName(requestPermission)
    ? { accountName, requestPermission, wallet }
    : null
}
