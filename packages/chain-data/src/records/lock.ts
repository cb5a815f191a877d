import { parseJson } from '@fieldhouse/contract/browser'
import { wait } from '../waiting'

/** What one tab of this site does at a time. */
const NAME = 'fieldhouse.buying'
/** Without Web Locks: a tab that was closed holds on for this long at most, in milliseconds. */
const LEASE = 15_000
/** Longer than another tab needs to write its lease, in milliseconds. */
const WRITE_TIME = 120

/**
 * Takes the one right to buy that all tabs of this browser share: by Web Locks, which it has on https and on the visitor's
 * own machine alone, or else by a lease in the storage.
 *
 * @returns how to give it back; null while another tab has it
 */
export const holdPurchases = (): Promise<(() => void) | null> =>
  lock()
    // There are no locks, or the browser refuses them, as it does where cookies are blocked.
    .catch(lease)
    // No storage either: this tab knows of no other.
    .catch(() => () => {})

/** Somebody else's tab may be asleep with its lock: after this long it is done beside it, in milliseconds. */
const PATIENCE = 20_000

/** Does what one tab of this browser is enough for, as soon as no other does it. It is a courtesy: done twice it does no harm. */
export const inTurn = async (name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
  let begun: Promise<void> | null = null
  const begin = () => (begun ??= work())
  const patience = new AbortController()
  // It ends a wait alone: a lock that was granted stays.
  setTimeout(() => patience.abort(), PATIENCE)
  try {
    await navigator.locks?.request(name, { signal: AbortSignal.any([signal, patience.signal]) }, begin)
  } catch {
    // Refused, or the patience is over.
  }
  signal.throwIfAborted()
  return begin()
}

const lock = (): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(NAME, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null)
        return new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })

/** The tabs agree by the storage: the last one that wrote its lease and was not overwritten while it waited has it. */
async function lease(): Promise<(() => void) | null> {
  const holder = (): { tab?: unknown; until?: unknown } => Object(parseJson(localStorage.getItem(NAME)))
  const { until } = holder()
  // A lease that ends later than any can was written by a clock that has been set back.
  if (typeof until === 'number' && until > Date.now() && until <= Date.now() + LEASE) return null
  const tab = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const write = () => localStorage.setItem(NAME, JSON.stringify({ tab, until: Date.now() + LEASE }))
  write()
  await wait(WRITE_TIME)
  if (holder().tab !== tab) return null
  const renewing = setInterval(write, LEASE / 3)
  return () => {
    clearInterval(renewing)
    if (holder().tab === tab) localStorage.removeItem(NAME)
  }
}
