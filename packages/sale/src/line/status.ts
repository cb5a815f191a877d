import type { Line } from '@fieldhouse/chain-data/records'
import type { Language } from '@fieldhouse/contract'
import { useEffect, useRef } from 'react'
import type { SlipState } from '../purchase/use-slip'

type Shown = 't' | 'words' | 'language' | 'drop' | 'settings' | 'sale' | 'now' | 'phase'
type Sum = 'quantity' | 'deposit' | 'isFree' | 'usd' | 'wax' | 'number' | 'packs'

/** What the views of the line show of a slip. */
export type LineSlip = Pick<SlipState, Shown | Sum>

/** Where somebody is in line, signed or with a place alone. */
export interface LineStatus extends Omit<Line, 'sendsAt'> {
  /** About how long until it is sent, or until one's turn, in milliseconds; null while that is unknown. */
  about: number | null
}

/** The status as it is shown: a place changes at most once a second, by the slip's clock. */
export function useSteady(status: LineStatus, now: number): LineStatus {
  const second = Math.floor(now / 1000)
  const shown = useRef({ status, second })
  const { place, isMoving } = shown.current.status
  const isOther = isMoving !== status.isMoving || (place === null) !== (status.place === null)
  if (isOther || second !== shown.current.second) shown.current = { status, second }
  return shown.current.status
}

/** Puts a text and the drop's name into the tab's title, and restores it afterwards. Null leaves the title. */
export function useTitle(text: string | null, name: string): void {
  useEffect(() => {
    if (text === null) return
    const previous = document.title
    const own = `${text}, ${name}`
    document.title = own
    return () => {
      // Another page of the site may have set its own by now.
      if (document.title === own) document.title = previous
    }
  }, [text, name])
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** The ending of an ordinal: `th` of 312th, `.º` of 312.º. */
export const ordinalEnding = (place: number, language: Language): string =>
  language === 'es' ? '.º' : (ENDINGS[ORDINALS.select(place)] ?? 'th')

/** `1,204th`, in Spanish `1204.º`. */
export const ordinal = (place: number, { number, language }: Pick<LineSlip, 'number' | 'language'>): string =>
  number(BigInt(place)) + ordinalEnding(place, language)

/** How many of the places have been passed that are announced: each half of the way, 10 and 1. */
export function placesPassed(place: number, from: number): number {
  let passed = 0
  for (let half = from / 2; half > 10; half /= 2) if (place <= half) passed++
  return passed + (place <= 10 ? 1 : 0) + (place <= 1 ? 1 : 0)
}
