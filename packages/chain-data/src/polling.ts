import { type AppData, type AskOptions, DataError, getAppData, userSignal, wait } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { POLLING_INTERVAL, POLLING_LAST_ATTEMPT, POLLING_STEADY_ATTEMPTS } from '@fieldhouse/contract/constants'
import { rowAvailableDropsToClaim } from './client/claims'
import { rowBalanceWax, rowDrops } from './client/reads'

export interface PollingOptions<Value> {
  /** Asks for the value as it is now: not out of a cache. */
  read: (signal: AbortSignal) => Promise<Value>
  /** The value until now, of the same reader. */
  cached: Value
  /** Ends the polling. */
  signal?: AbortSignal | undefined
}

/** After an attempt that brought nothing new: six times a second, then 2 s, 3 s and so on (specification, section 7). */
const waitAfter = (attempt: number): number => POLLING_INTERVAL * Math.max(1, attempt - POLLING_STEADY_ATTEMPTS + 1)

/**
 * Asks again until the answer, which `read` has stored, differs from what was cached; gives up at the 11th attempt. An
 * attempt that fails counts as one that brought nothing new.
 *
 * @throws the signal's reason when it is aborted
 */
export const pollUntilChanged = <Value>({ read, cached, signal }: PollingOptions<Value>): Promise<void> =>
  poll({ read, cached, signal }, () => false)

/** @param isAwaited whether what an attempt failed with passes, however long it takes: such an attempt does not count */
const poll = async <Value>(
  { read, cached, signal = new AbortController().signal }: PollingOptions<Value>,
  isAwaited: (error: unknown) => boolean,
): Promise<void> => {
  let left = POLLING_LAST_ATTEMPT
  for (let attempt = 1; ; attempt += 1) {
    left -= 1
    const value = await read(signal).catch((error) => {
      if (isAwaited(error)) left += 1
      return cached
    })
    signal.throwIfAborted()
    if (written(value) !== written(cached) || left === 0) return
    await wait(waitAfter(attempt), signal)
  }
}

/** The gateway has no time, or rows of before the block alone, as it does while purchases wait for the nodes: for minutes. */
const isBusy = (error: unknown): boolean => error instanceof DataError && error.reason === 'busy'

/** Values of one reader are the same when they are written alike. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part))

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
  /** What the transaction changes: a claim that costs nothing changes no balance. @default all */
  names?: readonly ChangedName[]
  signal?: AbortSignal
}

/**
 * Brings the drops and the user's balance and claims up to date after a transaction of the user: by the first rows of its
 * block or a later one, or without a block by those that differ from what is known (see {@link pollUntilChanged}). What
 * arrives is in the shared data.
 *
 * @throws `AbortError` when the account is not the remembered user or is forgotten meanwhile; the signal's reason
 */
export const afterPurchase = async ({
  network,
  account,
  block,
  names = ['rowDrops', 'userWaxBalance', 'availableDropsToClaim'],
  signal,
}: AfterPurchaseOptions): Promise<void> => {
  const session = userSignal(account)
  if (!session) throw new DOMException(`polling for ${account}: it is not the user of this page`, 'AbortError')
  const bring = (name: ChangedName) =>
    poll<AppData[ChangedName]>(
      {
        read: (signal) => READS[name](network, account, { signal, minBlock: block, strict: true, maxAge: 0 }),
        cached: block > 0 ? null : getAppData(name),
        signal: signal ? AbortSignal.any([session, signal]) : session,
      },
      isBusy,
    )
  await Promise.all(names.map(bring))
}
