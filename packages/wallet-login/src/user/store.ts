import { createCell, forgetUser, rememberUser } from '@fieldhouse/chain-data'
import { parseJson, readStored, removeStored } from '@fieldhouse/contract/browser'
import { isChainName, type User, WALLETS, type WalletName } from '@fieldhouse/wallets'
import { useSyncExternalStore } from 'react'

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

const active = createCell<User | null>(null)

/** The browser refused to keep the record, so this page alone knows the user. */
let unkept = false

const nobody = () => null

/** The logged-in user; null when nobody is, and always while prerendering. */
export const getUser = (): User | null => active.get()

/** The logged-in user; null when nobody is, and always while prerendering and hydrating. */
export const useUser = (): User | null => useSyncExternalStore(active.subscribe, active.get, nobody)

/** Calls the listener whenever somebody logs in or out, here or in another tab. Answers how to stop. */
export const subscribeToUser = active.subscribe

/** Makes somebody the active user, or nobody. @param kept whether the browser's storage holds the record too */
export const activate = (user: User | null, kept = true): void => {
  unkept = !kept
  // As the page's head has set it, for style sheets.
  document.documentElement.toggleAttribute('data-user', user !== null)
  const last = active.get()
  if (JSON.stringify(user) === JSON.stringify(last)) return
  if (user) rememberUser(user.accountName)
  else if (last) forgetUser(last.accountName)
  active.set(user)
}

/**
 * Reads the stored records again: any of them becomes the active user, the first in the order Anchor, Wax, Wombat when
 * there are several (specification, section 4). A damaged one is removed. Where the browser allows no storage, whoever
 * logged in on this page stays.
 */
export const readUser = (): void => {
  let found: User | null = null
  for (const [key, wallet] of RECORDS) {
    const text = readStored(key)
    if (text === null) continue
    const user = recordOf(text, wallet)
    if (user) found ??= user
    else removeStored(key)
  }
  if (found || !unkept) activate(found)
}

/** Removes every stored record; the next page has no user. */
export const removeRecords = (): void => {
  for (const [key] of RECORDS) removeStored(key)
}
