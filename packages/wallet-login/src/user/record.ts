import type { User, WalletName } from '../wallets/wallet'

/** The key of each wallet's record, in the order in which one becomes the active user (specification, sections 3 and 4). */
export const RECORDS: readonly (readonly [key: string, wallet: WalletName])[] = [
  ['Anchor', 'anchor'],
  ['Wax', 'wax'],
  ['Wombat', 'wombat'],
]

/** An account or a permission of the chain. */
const NAME = /^[a-z1-5.]{1,13}$/

const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value)

/** The user of a stored record; null when it is damaged: not JSON, another wallet's, or without names the chain could know. */
export const recordOf = (text: string, wallet: WalletName): User | null => {
  try {
    const { accountName, requestPermission, wallet: named } = JSON.parse(text)
    return named === wallet && isName(accountName) && isName(requestPermission)
      ? { accountName, requestPermission, wallet }
      : null
  } catch {
    return null
  }
}
