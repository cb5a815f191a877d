/** What one tab of this site does at a time. */
const NAME = 'fieldhouse.buying'

/**
 * Takes the one right to buy that all tabs of this browser share.
 *
 * @returns how to give it back; null while another tab has it
 */
export const holdPurchases = (): Promise<(() => void) | null> =>
  // Where cookies are blocked the browser refuses locks, and storage too: this tab knows of no other.
  lock().catch(() => () => {})

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
