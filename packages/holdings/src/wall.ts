import { type Cell, createCell, gatewayNow, userSignal } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { byId, type Holding } from './holdings'
import { readHoldings } from './read-holdings'
import { recall, remember, type Seen } from './stored'

/** What is known of the user's assets. */
export interface Wall {
  /** The last that was seen; null for nothing. */
  seen: Seen | null
  /** `failed` is the last question without an answer: what is seen is older. */
  state: 'reading' | 'known' | 'failed'
}

const UNKNOWN: Wall = { seen: null, state: 'reading' }

/** The user's, for the whole document: a page that is come back to has it at once. */
const wall: Cell<Wall & { account: string }> = createCell({ ...UNKNOWN, account: '' })

/** What was read a moment ago is not read again, in milliseconds. */
const FRESH = 2000

/**
 * After so long the wall is read again while it is looked at, in milliseconds: soon at first, for what somebody has just
 * bought or collected comes to the index some seconds later.
 */
const AGAIN = [3000, 5000, 8000, 15_000]

/** And from then on. */
const STEADY = 60_000

/** The index numbers a card some time after it lists it. */
const isSame = (one: readonly Holding[], other: readonly Holding[]): boolean =>
  one.length === other.length &&
  one.every(({ id, mint }, index) => id === other[index]?.id && mint === other[index].mint)

/** When the wall was remembered last. */
let rememberedAt = 0

/** How many reads have begun, and which of them has the last word. */
let begun = 0
let latest = 0

/** A read begins. @returns its place among all */
export const beginRead = (): number => {
  begun += 1
  return begun
}

/** Hangs what was read of the account whose wall it is; nothing of another's, and nothing that is older than what hangs there. */
export function see(network: NetworkSettings, account: string, read: readonly Holding[], place: number): void {
  const before = wall.get()
  if (before.account !== account || place < latest) return
  latest = place
  const known = before.seen
  // What hangs there as before is the same list: nothing is found and drawn anew.
  const isKnown = known !== null && isSame(known.holdings, read)
  const seen = { account, at: gatewayNow(), holdings: isKnown ? known.holdings : read }
  if (!isKnown || seen.at - rememberedAt >= STEADY) {
    remember(network.chainId, seen)
    rememberedAt = seen.at
  }
  wall.set({ account, seen, state: 'known' })
}

/** Reads an account's assets into the wall. Never rejects: a failure shows what was seen last. */
export function readWall(network: NetworkSettings, account: string): Promise<void> {
  return readInto(network, account, false)
}

/** @param isQuiet nobody has asked for it: a wall that could not be read stays that until there is an answer */
async function readInto(network: NetworkSettings, account: string, isQuiet: boolean): Promise<void> {
  const before = wall.get()
  const seen = before.account === account ? before.seen : null
  wall.set({ account, seen, state: seen || (isQuiet && before.account === account) ? before.state : 'reading' })
  const place = beginRead()
  try {
    const holdings = await readHoldings(network, account, userSignal(account) ?? undefined)
    see(network, account, holdings, place)
  } catch {
    if (wall.get().account === account && place > latest) {
      wall.set({ account, seen: wall.get().seen ?? recall(network.chainId, account), state: 'failed' })
    }
  }
}

/** The highest id of what an account had when its wall was read last; 0 before. */
export const lastIdOf = (account: string): string => {
  const { account: of, seen } = wall.get()
  const ids = of === account && seen ? seen.holdings.map(({ id }) => id) : []
  return ids.reduce((last, id) => (byId(id, last) > 0 ? id : last), '0')
}

/** The user's wall, read while it is looked at: again and again, and when the page comes back into sight. Unknown while hydrating. */
export function useWall(network: NetworkSettings, account: string): Wall {
  const shown = useSyncExternalStore(wall.subscribe, wall.get, () => null)
  useEffect(() => {
    if (account === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Which of the times that it was looked at anew counts: the reads of the others end. */
    let current = 0
    const read = async (look: number, times: number) => {
      const { account: of, seen, state } = wall.get()
      const isFresh = of === account && state === 'known' && seen !== null && gatewayNow() - seen.at < FRESH
      if (!isFresh) await readInto(network, account, times > 0)
      if (look !== current || document.visibilityState !== 'visible') return
      timer = setTimeout(() => void read(look, times + 1), AGAIN[times] ?? STEADY)
    }
    const start = () => {
      clearTimeout(timer)
      current += 1
      if (document.visibilityState === 'visible') void read(current, 0)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      current += 1
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', start)
    }
  }, [network, account])
  return shown?.account === account ? shown : UNKNOWN
}
