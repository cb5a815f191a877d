import { type AppData, type AskOptions, getAppData, userSignal } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { rowDrops } from '../client/site-reads'
import { rowAvailableDropsToClaim, rowBalanceWax } from '../client/user-reads'
import type { Wait } from '../waiting'
import { type Polled, pollUntilChanged } from './poll-until-changed'

const READS = {
  rowDrops: (network: NetworkSettings, _account: string, options: AskOptions) => rowDrops(network, options),
  userWaxBalance: rowBalanceWax,
  availableDropsToClaim: rowAvailableDropsToClaim,
}

/** What of the shared data a transaction of the user changes. */
export type ChangedName = keyof typeof READS

export interface AfterPurchaseOptions {
  network: NetworkSettings
  /** The remembered user. */
  account: string
  /** The block of the transaction: rows that are older do not count; 0 when the chain did not say. */
  block: number
  /** What was known before the transaction was sent. @default what the shared data holds now */
  before?: Partial<AppData>
  /** What the transaction changes: a claim that costs nothing changes no balance. @default all */
  names?: readonly ChangedName[]
  signal?: AbortSignal
  /** The clock. @default timers */
  wait?: Wait
}

/**
 * Brings the drops and the user's balance and claims up to date after a transaction of the user: each is asked for until it
 * differs from what it was (see {@link pollUntilChanged}), from nodes at or past the transaction's block. What arrives is in
 * the shared data.
 *
 * @returns how it ended, by name
 * @throws `AbortError` when the account is not the remembered user or is forgotten meanwhile; the signal's reason
 */
export const afterPurchase = async ({
  network,
  account,
  block,
  before = {},
  names = ['rowDrops', 'userWaxBalance', 'availableDropsToClaim'],
  signal,
  wait,
}: AfterPurchaseOptions): Promise<Partial<Record<ChangedName, Polled>>> => {
  const session = userSignal(account)
  if (!session) throw new DOMException(`polling for ${account}: it is not the user of this page`, 'AbortError')
  const poll = async (name: ChangedName) => {
    const { [name]: known = getAppData(name) } = before
    const polled = await pollUntilChanged<AppData[ChangedName]>({
      read: (signal) => READS[name](network, account, { signal, minBlock: block, maxAge: 0 }),
      // Drops of that block are right whether they differ or not; without a block only what differs can be new.
      cached: name === 'rowDrops' && block > 0 ? null : known,
      signal: signal ? AbortSignal.any([session, signal]) : session,
      wait,
    })
    return [name, polled]
  }
  return Object.fromEntries(await Promise.all(names.map(poll)))
}
