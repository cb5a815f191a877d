import type { RouteDefinition } from '@fieldhouse/edition-kit/prerender'
import { PAGE_NAMES, type PageName, pathOf } from './pages'
import { texts } from './texts'

const frame = { header: 'football', footer: 'football' } as const

const DESCRIPTIONS: Record<PageName, { en: string; es: string }> = {
  'daily-fantasy': {
    en: 'How a game night works: eleven cards, one line-up, settled by how they play together.',
    es: 'Cómo va una noche de partido: once cartas y una alineación, y cuenta cómo juegan juntas.',
  },
  cards: {
    en: 'The five tiers of football cards, how many copies of each exist and how to tell them apart.',
    es: 'Las cinco categorías de cartas de fútbol americano, cuántas copias hay y cómo reconocerlas.',
  },
  'card-rental': {
    en: 'Lend a card to another side, or borrow one for a game night. The owner stays the owner.',
    es: 'Presta una carta a otro equipo o toma una para una noche de partido. El dueño sigue siendo el dueño.',
  },
  tokenomics: {
    en: 'What a pack costs, how it is paid in WAX, and what is fixed before a sale opens.',
    es: 'Lo que cuesta un sobre, cómo se paga en WAX y qué queda fijado antes de abrir una venta.',
  },
  team: {
    en: 'Who makes @setting/product@, and how to reach the people who can mend things.',
    es: 'Quién hace @setting/product@ y cómo dar con quien puede arreglar las cosas.',
  },
  superbowl: {
    en: 'The final of our invented league: one night, every line-up on show.',
    es: 'La final de nuestra liga inventada: una noche, con todas las alineaciones a la vista.',
  },
  blog: {
    en: 'News from the building: changes, coming packs and the last game night.',
    es: 'Noticias de la casa: cambios, sobres que vienen y la última noche de partido.',
  },
  faq: {
    en: 'Short answers to the questions we hear most about packs, wallets and game nights.',
    es: 'Respuestas cortas a lo que más nos preguntan sobre sobres, carteras y noches de partido.',
  },
}

export const routes: RouteDefinition[] = [
  {
    path: '/football',
    ...frame,
    data: ['rowDrops', 'medianPrice'],
    title: {
      en: 'Football: pick your 11 · @setting/product@',
      es: 'Fútbol americano: elige a tus 11 · @setting/product@',
    },
    description: {
      en: 'Football cards in five tiers and the packs on sale right now, with their price in dollars and WAX.',
      es: 'Cartas de fútbol americano en cinco categorías y los sobres a la venta ahora, con su precio en dólares y en WAX.',
    },
  },
  ...PAGE_NAMES.map((name) => ({
    path: pathOf(name),
    ...frame,
    data: [],
    title: { en: `${texts.en.titles[name]} · @setting/product@`, es: `${texts.es.titles[name]} · @setting/product@` },
    description: DESCRIPTIONS[name],
  })),
]
