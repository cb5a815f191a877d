import { LANGUAGES } from '@fieldhouse/contract'
import { CLOTH, type Deck, type EditionLook, Floor, palette, pose } from '@fieldhouse/design'
import { collectApp, definePage } from '@fieldhouse/edition-kit'
import { prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { expect, it } from 'vitest'
import type { StandardEdition } from './edition'
import { standardPages } from './standard-pages'

const PLAIN = palette(['#8F938C', '#7F837C', '#A9ADA5', '#F4F3EC', '#1A1C1A', '#4B4F49'], ['#EFE9DA', '#B9B3A4'], [])

const STANDING = pose(Array.from({ length: 26 }, (_, at) => 100 + at))

const deck: Deck = {
  kit: 'vest',
  tiers: { 1: PLAIN, 2: PLAIN, 3: PLAIN, 4: PLAIN, 5: PLAIN },
  foil: ['#B98A2A', '#F9E9B0', '#D4A545', '#FFF8DF', '#B4842A', '#EBCB76'],
  teams: [{ name: 'Harbor St. Kites', jersey: CLOTH.orange, shorts: CLOTH.blue }],
  positions: [['G', STANDING, [STANDING]]],
  ball: '#E8772A',
}

const look: EditionLook = { edition: 'hockey', side: 6, packLines: 'M0 0', sectionMark: (index) => [index, 0] }

const card = { templateId: 700000, mint: 1 }

const hockey: StandardEdition = {
  look,
  deck,
  Floor: () => <Floor>{null}</Floor>,
  texts: {
    en: {
      sport: 'ice hockey',
      home: { text: 'Six cards make a side.', more: 'How a card is built' },
      blog: { title: 'Hockey blog', description: 'News', heading: 'Rinkside', opening: 'What is new.' },
      cards: { title: 'Hockey cards', description: 'How they are built', menu: 'Cards', menuText: 'Tiers and odds' },
    },
    es: {
      sport: 'hockey sobre hielo',
      home: { text: 'Seis cartas hacen un equipo.', more: 'Cómo se hace una carta' },
      blog: { title: 'Blog de hockey', description: 'Noticias', heading: 'A pie de pista', opening: 'Lo nuevo.' },
      cards: { title: 'Cartas de hockey', description: 'Cómo se hacen', menu: 'Cartas', menuText: 'Categorías' },
    },
  },
  storey: {
    cards: [card, { templateId: 700001, mint: 2 }],
    words: {
      en: { ground: 'an ice rink', text: 'Six on the ice.', enter: 'Enter the rink' },
      es: { ground: 'una pista de hielo', text: 'Seis en el hielo.', enter: 'A la pista' },
    },
  },
  shown: [card],
  home: { more: 'cards' },
  blog: { card, postCard: card },
  cards: { place: 1, anatomy: card, tiers: [card] },
}

const Ours = () => <h1>Ours</h1>

const NAMES = [
  'Foil',
  'LogIn',
  'Sale',
  'DropSale',
  'Inside',
  'Odds',
  'Cards',
  'Card',
  'Receipt',
  'Tickets',
  'PublicWall',
]

const islands = Object.fromEntries(
  NAMES.map((name) => [`src/islands/${name}.tsx`, { [name]: () => <i>{`island ${name}`}</i> }]),
)

const written = (edition: StandardEdition, own: Record<string, object> = {}) =>
  prerenderRelease(collectApp('hockey', { ...islands, 'src/edition.tsx': standardPages(edition), ...own }))

it('are those that every edition has, with its islands', async () => {
  const { routes } = await written(hockey)
  expect(routes.map(({ path, islands }) => [path, Object.keys(islands).map((name) => name.slice(8))])).toEqual([
    ['/hockey/cards', ['Foil', 'Odds']],
    ['/hockey/blog', ['Foil']],
    ['/hockey', ['Foil', 'Sale', 'Odds']],
    ['/hockey/blog/:slug', ['Foil']],
    ['/hockey/claims', ['LogIn', 'Tickets']],
    ['/hockey/drops/:id', ['DropSale', 'Inside']],
    ['/hockey/my-cards', ['LogIn', 'Foil', 'Cards']],
    ['/hockey/my-cards/card', ['Foil', 'Card']],
    ['/hockey/my-cards/receipt', ['LogIn', 'Receipt']],
    ['/hockey/wall/:account', ['Foil', 'PublicWall']],
  ])
})

it('say the sport, its side and what the edition says itself, in both languages', async () => {
  const { routes, navigation } = await written(hockey)
  const titles = (language: 'en' | 'es') => routes.map(({ title }) => title[language].split(' · ')[0])
  expect(titles('en')).toEqual([
    'Hockey cards',
    'Hockey blog',
    'Ice hockey: pick your 6',
    '@item/title@',
    'Claims: ice hockey packs waiting for you',
    '@item/name@: an ice hockey pack',
    'My ice hockey cards',
    'An ice hockey card',
    'Your receipt: ice hockey packs',
    '@item/account@: an ice hockey wall',
  ])
  expect(titles('es')[2]).toBe('Hockey sobre hielo: elige a tus 6')
  const home = routes.find(({ path }) => path === '/hockey')
  expect(home?.description.es).toMatch(/^Cartas de hockey sobre hielo en cinco categorías/)
  expect(home?.main.es).toContain('Seis cartas hacen un equipo.')
  expect(home?.main.en).toMatch(/ href="\/hockey\/cards">How a card is built<\/a>/)
  expect(routes[1]?.main.en).toContain('<a href="/hockey/cards"><b>Cards</b> <span>Tiers and odds</span></a>')
  expect(routes[0]?.picture?.es).toContain('>Hockey sobre hielo<')
  expect(navigation).toEqual([
    expect.objectContaining({ nameEN: 'Learn More', content: [expect.objectContaining({ link: '/hockey/cards' })] }),
    expect.objectContaining({ nameEN: 'Blog', link: '/hockey/blog' }),
  ])
  for (const { main } of routes) {
    for (const language of LANGUAGES) expect(main[language]).not.toMatch(/\{\{|undefined|football|basketball/i)
  }
})

it('are without those that the edition has no words for, and give way to its own', async () => {
  const { blog: _, cards: __, ...few } = hockey
  const both = { en: 'Ours', es: 'La nuestra' }
  const home = definePage({
    path: '/hockey',
    look: 'hockey',
    title: both,
    description: both,
    Main: Ours,
  })
  const { routes } = await written(few, { 'src/pages/home/page.tsx': { page: home } })
  const paths = routes.map(({ path }) => path)
  expect(paths).toEqual([
    '/hockey',
    '/hockey/claims',
    '/hockey/drops/:id',
    '/hockey/my-cards',
    '/hockey/my-cards/card',
    '/hockey/my-cards/receipt',
    '/hockey/wall/:account',
  ])
  expect(routes[0]?.main.en).toBe('<h1>Ours</h1>')
})

it('bring a floor of the front page, whichever number it has, and what is painted on it', async () => {
  const { storey } = await written(hockey)
  expect(storey?.floor.en).toMatch(
    /^<section [^>]*data-floor="hockey" data-number="@item\/number@" aria-labelledby="floor-hockey"><svg/,
  )
  expect(storey?.floor.en).toMatch(
    />@item\/number@<\/p>.*<h2 id="floor-hockey">Ice hockey<\/h2><p>Six on the ice\.<\/p>/,
  )
  expect(storey?.floor.es).toMatch(/ href="\/hockey">A la pista<\/a>.*>6<\/p>/)
  expect(storey?.floor.es.match(/role="img"/g)).toHaveLength(2)
  const ids = [...(storey?.floor.en.matchAll(/ id="([^"]+)"/g) ?? [])].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(storey?.painted.en).toMatch(/^<svg [^>]*aria-hidden="true"><\/svg>$/)
  expect([storey?.sport.es, storey?.ground.en]).toEqual(['hockey sobre hielo', 'an ice rink'])
})

it('are refused when a page has no words', () => {
  const { blog: _, ...es } = hockey.texts.es
  expect(() => standardPages({ ...hockey, texts: { ...hockey.texts, es } })).toThrow(
    'making the pages of hockey: its texts have no blog in both languages',
  )
})
