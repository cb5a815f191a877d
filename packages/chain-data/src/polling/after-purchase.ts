import { type AppData, getAppData, userSignal } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { rowAvailableDropsToClaim, rowBalanceWax } from '../client/user-reads'
import type { Wait } from '../waiting'
import { type Polled, pollUntilChanged } from './poll-until-changed'

const READS = { userWaxBalance: rowBalanceWax, availableDropsToClaim: rowAvailableDropsToClaim }

/** What of the shared data a transaction of the user changes. */
export type UserDataName = keyof typeof READS

/** What the shared data held, by name. */
export type UserData = Pick<AppData, UserDataName>

export interface AfterPurchaseOptions {
  network: NetworkSettings
  /** The remembered user. */
  account: string
  /** The block of the transaction: rows that are older do not count. */
  block: number
  /** What was known before the transaction was sent. @default what the shared data holds now */
  before?: UserData
  /** What the transaction changes: a claim that costs nothing changes no balance. @default both */
  names?: readonly UserDataName[]
  signal?: AbortSignal | undefined
  /** The clock. @default timers */
  wait?: Wait | undefined
}

/**
 * Brings balance and claims up to date after a transaction of the user: each is asked for until it differs from what it was
 * (see {@link pollUntilChanged}), from nodes at or past the transaction's block. What arrives is in the shared data.
 *
 * @returns how it ended, by name
 * @throws `AbortError` when the account is not the remembered user or is forgotten meanwhile; the signal's reason
 */
export const afterPurchase = async ({
  network,
  account,
  block,
  before = {
    userWaxBalance: getAppData('userWaxBalance'),
    availableDropsToClaim: getAppData('availableDropsToClaim'),
  },
  names = ['userWaxBalance', 'availableDropsToClaim'],
  signal,
  wait,
}: AfterPurchaseOptions): Promise<Partial<Record<UserDataName, Polled>>> => {
  const session = userSignal(account)
  if (!session) throw new DOMException(`polling for ${account}: it is not the user of this page`, 'AbortError')
  const poll = async (name: UserDataName) => [
    name,
    await pollUntilChanged<AppData[UserDataName]>({
      read: (signal) => READS[name](network, account, { signal, minBlock: block, maxAge: 0 }),
      cached: before[name],
      signal: signal ? AbortSignal.any([session, signal]) : session,
      wait,
    }),
  ]
  return Object.fromEntries(await Promise.all(names.map(poll)))
}
