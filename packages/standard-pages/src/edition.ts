import type { Language } from '@fieldhouse/contract'
import type { Deck, EditionLook, FloorProps, ShownCard, Storey } from '@fieldhouse/design'
import type { ByLanguage, MenuEntry, MenuGroup, Page } from '@fieldhouse/edition-kit'
import { textsIn } from '@fieldhouse/i18n'
import { capitalized } from '@fieldhouse/i18n/words'
import type { ComponentType, ReactNode } from 'react'
import { texts } from './texts'

/** The menu's group with the pages that explain the game (specification, section 2, Routes). */
export const LEARN_MORE: MenuGroup = { place: 1, name: { en: 'Learn More', es: 'Saber más' } }

/** What an edition says in one language on its standard pages. */
export interface StandardTexts {
  /** What the sport is called inside of a sentence, such as `archery`. */
  sport: string
  /** How many cards make a side, and the link to where more is told. */
  home?: { text: string; more: string }
  /** The page's title and description, and what stands at its head. */
  blog?: { title: string; description: string; heading: string; opening: string }
  /** The page's title and description, and its entry in the menu. */
  cards?: { title: string; description: string; menu: string; menuText: string }
}

/** What an edition differs in from the others on the pages that all of them have. */
export interface StandardEdition {
  look: EditionLook
  deck: Deck
  Floor: ComponentType<FloorProps>
  /** Its floor of the front page. */
  storey: Storey
  texts: Readonly<Record<Language, StandardTexts>>
  /** Five cards from the rarest to the plainest: those of the home page, from which the pictures of shared links take theirs. */
  shown: readonly ShownCard[]
  /** The edition's home. @default none: the edition has one of its own */
  home?: {
    /** The page that tells more, such as `cards` of `/<edition>/cards`. */
    more: string
    menu?: MenuEntry
  }
  /** The blog, with a card beside a lead story that has no picture and one beside each post. @default none */
  blog?: { card: ShownCard; postCard: ShownCard }
  /** How cards are built. @default none */
  cards?: {
    /** Among the pages that explain the game. */
    place: number
    /** The card that is taken apart, of a tier with echoes. */
    anatomy: ShownCard
    /** One of each tier, the plainest first. */
    tiers: readonly ShownCard[]
  }
  /** What the picture of a page shows in the place of cards. */
  art?: (page: Page) => readonly ReactNode[] | undefined
}

/** What a standard page's component is given. */
export interface EditionProps {
  edition: StandardEdition
}

export const homePath = ({ look }: Pick<StandardEdition, 'look'>): string => `/${look.edition}`
export const dropsPath = (edition: Pick<StandardEdition, 'look'>): string => `${homePath(edition)}/drops`
export const blogPath = (edition: Pick<StandardEdition, 'look'>): string => `${homePath(edition)}/blog`

/** `a archery card` is an archery card. */
const withArticle = (text: string, language: Language) =>
  language === 'en' ? text.replace(/\ba(?= [aeiou])/gi, '$&n') : text

/** What people call the edition. */
export const nameOf = ({ texts: { en, es } }: StandardEdition): ByLanguage => ({
  en: capitalized(en.sport),
  es: capitalized(es.sport),
})

/** The edition's own words for a page that it asks for. */
export function wordsOf<Part extends 'home' | 'blog' | 'cards'>(
  { look, texts }: StandardEdition,
  part: Part,
): Record<Language, NonNullable<StandardTexts[Part]>> {
  const { [part]: en } = texts.en
  const { [part]: es } = texts.es
  if (!en || !es) throw new Error(`making the pages of ${look.edition}: its texts have no ${part} in both languages`)
  return { en, es }
}

/** The title and the description of a page whose words differ between editions by the sport's name alone. */
export function titled(
  edition: StandardEdition,
  page: 'home' | 'drop' | 'myCards' | 'card' | 'claims' | 'receipt' | 'wall',
) {
  const write = (part: 'title' | 'description'): ByLanguage => {
    const inLanguage = (language: Language) =>
      capitalized(
        withArticle(
          textsIn(texts, language)(`${page}.${part}`, {
            sport: edition.texts[language].sport,
            side: edition.look.side,
          }),
          language,
        ),
      )
    return { en: inLanguage('en'), es: inLanguage('es') }
  }
  return { title: write('title'), description: write('description') }
}
