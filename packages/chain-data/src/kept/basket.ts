import { createShelf } from './shelf'

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
