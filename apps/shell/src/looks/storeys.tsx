import { LANGUAGES, type Language, type Look } from '@fieldhouse/contract'
import type { Storey } from '@fieldhouse/design'
import { basketballStorey } from '@fieldhouse/look-basketball'
import { footballStorey } from '@fieldhouse/look-football'

/** The looks' floors of the building, from the ground up. */
export const STOREYS: readonly [Storey, ...Storey[]] = [footballStorey, basketballStorey]

/** By which key texts count the floors: the front page is drawn for so many. */
const COUNTS = ['one', 'two', 'three', 'four'] as const

/** How many floors there are, as the key of a text. @throws Error where there is no text for so many */
export function countOf({ length }: readonly Storey[]): (typeof COUNTS)[number] {
  const count = COUNTS[length - 1]
  if (!count) throw new Error(`counting the floors of the building: there are ${length}, want 1 to ${COUNTS.length}`)
  return count
}

/** The floor of a look; `default` stands on the ground floor. */
export function PaintedFloor({ look }: { look: Look }) {
  const { Floor } = STOREYS.find((storey) => storey.look.edition === look) ?? STOREYS[0]
  return <Floor />
}

/** What the shell says of all floors together, in one language. */
interface HouseWords {
  /** `football and basketball` */
  sports: string
  /** `a football field and a basketball court` */
  grounds: string
}

/** Lists end in `and` without a comma before it. */
const LISTS: Record<Language, Intl.ListFormat> = {
  en: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  es: new Intl.ListFormat('es', { type: 'conjunction' }),
}

/** @param storeys from the ground up */
export function houseWords(storeys: readonly Storey[]): Record<Language, HouseWords> {
  const inLanguage = (language: Language): HouseWords => {
    const all = (word: 'sport' | 'ground') => LISTS[language].format(storeys.map(({ words }) => words[language][word]))
    return { sports: all('sport'), grounds: all('ground') }
  }
  return Object.fromEntries(LANGUAGES.map((language) => [language, inLanguage(language)])) as Record<
    Language,
    HouseWords
  >
}
