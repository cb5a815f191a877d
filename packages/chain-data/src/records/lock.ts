import { wait as waitForTimer } from '../waiting'

/** What one tab of this site does at a time. */
const NAME = 'fieldhouse.buying'
/** Without Web Locks: a tab that was closed holds on for this long at most, in milliseconds. */
const LEASE = 15_000
/** Longer than another tab needs to write its lease, in milliseconds. */
const WRITE_TIME = 120

export interface LockOptions {
  /** @default the browser's, which it has on https and on the visitor's own machine alone */
  locks?: Pick<LockManager, 'request'> | undefined
  /** @default localStorage */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  now?: () => number
  wait?: (milliseconds: number) => Promise<void>
}

/**
 * Takes the one right to buy that all tabs of this browser share.
 *
 * @returns how to give it back; null while another tab has it
 */
export const holdPurchases = async ({
  locks = globalThis.navigator?.locks,
  storage,
  now = Date.now,
  wait = waitForTimer,
}: LockOptions = {}): Promise<(() => void) | null> => {
  try {
    if (locks) return await lockWith(locks)
  } catch {
    // Where cookies are blocked the browser has locks and refuses them.
  }
  try {
    return await lease(storage ?? localStorage, now, wait)
  } catch {
    // No storage either: this tab knows of no other.
    return () => {}
  }
}

/** Somebody else's tab may be asleep with its lock: after this long it is done beside it, in milliseconds. */
const PATIENCE = 20_000

/**
 * Does what one tab of this browser is enough for, as soon as no other does it. It is a courtesy: done twice it does no harm.
 *
 * @param locks the browser's
 */
export const inTurn = async (
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
  locks: LockOptions['locks'] = globalThis.navigator?.locks,
): Promise<void> => {
  let begun: Promise<void> | null = null
  const begin = () => (begun ??= work())
  const patience = new AbortController()
  // It ends a wait alone: a lock that was granted stays.
  setTimeout(() => patience.abort(), PATIENCE)
  try {
    await locks?.request(name, { signal: AbortSignal.any([signal, patience.signal]) }, begin)
  } catch {
    // Refused, or the patience is over.
  }
  signal.throwIfAborted()
  return begin()
}

const lockWith = (locks: NonNullable<LockOptions['locks']>): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    locks
      .request(NAME, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null)
        return new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })

/** The tabs agree by the storage: the last one that wrote its lease and was not overwritten while it waited has it. */
async function lease(
  storage: NonNullable<LockOptions['storage']>,
  now: () => number,
  wait: NonNullable<LockOptions['wait']>,
): Promise<(() => void) | null> {
  const holder = (): { tab?: unknown; until?: unknown } => {
    try {
      return Object(JSON.parse(storage.getItem(NAME) ?? 'null'))
    } catch {
      return {}
    }
  }
  const { until } = holder()
  // A lease that ends later than any can was written by a clock that has been set back.
  if (typeof until === 'number' && until > now() && until <= now() + LEASE) return null
  const tab = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const write = () => storage.setItem(NAME, JSON.stringify({ tab, until: now() + LEASE }))
  write()
  await wait(WRITE_TIME)
  if (holder().tab !== tab) return null
  const renewing = setInterval(write, LEASE / 3)
  return () => {
    clearInterval(renewing)
    if (holder().tab === tab) storage.removeItem(NAME)
  }
}
