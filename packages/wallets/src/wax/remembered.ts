import { parseJson } from '@fieldhouse/contract/browser'
import { isChainName } from '../chain-name'
import type { WalletContext } from '../wallet'

type WalletStorage = WalletContext['storage']

/** An account of the Cloud Wallet, and its keys as the wallet names them: what makes waxjs sign without another login. */
export interface CloudAccount {
  account: string
  keys: string[]
}

/** Beside the user's record, which has fields of its own (specification, section 3). */
const KEY = 'fieldhouse-cloud-wallet'

/** Longer than any record of ours, in characters. */
const TEXT_MAX = 2048
const KEYS_MAX = 8
const PUBLIC_KEY = /^(EOS|PUB_(K1|R1|WA)_)[1-9A-HJ-NP-Za-km-z]{40,200}$/

/** Whether it is an account that this chain could have, with keys. */
export const isCloudAccount = ({ account, keys }: { account?: unknown; keys?: unknown }): boolean =>
  isChainName(account) &&
  Array.isArray(keys) &&
  keys.length > 0 &&
  keys.length <= KEYS_MAX &&
  keys.every((key) => typeof key === 'string' && PUBLIC_KEY.test(key))

/** Keeps the account of a login. */
export const remember = (storage: WalletStorage, { account, keys }: CloudAccount): void =>
  storage.setItem(KEY, JSON.stringify({ account, keys }))

/** The keys of that account, if they were kept; what is damaged, or another account's, is removed. */
export function recall(storage: WalletStorage, account: string): CloudAccount | undefined {
  const text = storage.getItem(KEY) ?? ''
  const kept = text.length <= TEXT_MAX ? (Object(parseJson(text)) as CloudAccount) : undefined
  if (kept && isCloudAccount(kept) && kept.account === account) return { account, keys: kept.keys }
  forget(storage)
  return undefined
}

/** Forgets it. */
export const forget = (storage: WalletStorage): void => storage.removeItem(KEY)
