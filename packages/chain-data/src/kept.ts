import { createCell } from '@fieldhouse/chain-data'
import { parseJson, readStored, store, subscribeToStorage } from '@fieldhouse/contract/browser'

/** Of the records that this release writes. A release that writes other ones has a higher number, and reads these too. */
const VERSION = 1

/**
 * A value in `localStorage` that releases of different age share. What a newer release has written there is left alone, read
 * and overwritten by nobody here: until that release comes back, as where the browser refuses storage, what is kept lasts as
 * long as the page. What is damaged is as good as empty.
 *
 * @param read makes a value of what is stored; null for what is none
 */
export const createShelf = <Value>(key: string, empty: Value, read: (stored: unknown) => Value | null) => {
  /** Stands for the storage where there is none to be used. */
  let inPage: Value | null = null
  /** Counts what was changed here. */
  const changes = createCell(0)

  /** What was read last: it is parsed once. */
  let last: { text: string | null; value: Value | 'foreign' | null } = { text: null, value: null }
  const stored = () => {
    const text = readStored(key)
    if (last.text !== text) {
      const { version, value } = Object(parseJson(text))
      last = { text, value: version > VERSION ? 'foreign' : version === VERSION ? read(value) : null }
    }
    return last.value
  }
  const now = (): Value => {
    const value = inPage ?? stored()
    return value === null || value === 'foreign' ? empty : value
  }

  return {
    /** What is kept now, the same object until it changes; the empty value when there is nothing that can be read. */
    read: now,
    /** Changes what is kept, which another tab may have changed since it was read. */
    change: (change: (value: Value) => Value): void => {
      const value = change(now())
      const isStored = stored() !== 'foreign' && store(key, JSON.stringify({ version: VERSION, value }))
      inPage = isStored ? null : value
      changes.set(changes.get() + 1)
    },
    /** Calls the listener when it changes, here or in another tab. @returns how to stop */
    subscribe: (listener: () => void) => {
      const stopHere = changes.subscribe(listener)
      const stopElsewhere = subscribeToStorage((changed) => changed === key, listener)
      return () => {
        stopHere()
        stopElsewhere()
      }
    },
  }
}

/** What is about to be bought, and the code that it is bought with. It outlives the page. */
export interface Basket {
  /** How many packs, as it is written, by the drop's id. */
  packs: Readonly<Record<string, string>>
  /** The partner's code; empty for none. */
  partner: string
}

/** At most so many drops are kept: the newest. */
const MOST = 40

const isText = (value: unknown): value is string => typeof value === 'string'

const basket = createShelf<Basket>('fieldhouse.basket', { packs: {}, partner: '' }, (stored) => {
  const { packs, partner } = Object(stored)
  const written = Object.entries(Object(packs)).filter((entry): entry is [string, string] => isText(entry[1]))
  return { packs: Object.fromEntries(written), partner: isText(partner) ? partner : '' }
})

export const keptBasket = (): Basket => basket.read()

/** Keeps how many packs of a drop are wanted, as it is written; an empty text forgets them. */
export const keepPacks = (dropId: string, written: string): void =>
  basket.change(({ packs, partner }) => {
    const others = Object.entries(packs).filter(([id]) => id !== dropId)
    const all = written === '' ? others : [...others, [dropId, written] as const]
    return { packs: Object.fromEntries(all.slice(-MOST)), partner }
  })

/** Keeps the code of the partner that a visitor came by; an empty one forgets it. */
export const keepPartner = (partner: string): void => basket.change(({ packs }) => ({ packs, partner }))
