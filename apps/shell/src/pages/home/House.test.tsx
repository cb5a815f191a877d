import type { Storey } from '@fieldhouse/design'
import { collectApp, definePage } from '@fieldhouse/edition-kit'
import { prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { basketballStorey } from '@fieldhouse/look-basketball'
import { footballStorey } from '@fieldhouse/look-football'
import { expect, it } from 'vitest'
import { looks } from '../../looks/looks'
import { countOf, houseWords, STOREYS } from '../../looks/storeys'
import { House } from './Home'
import { Gate } from './islands/Gate'

const rugby: Storey = {
  ...footballStorey,
  look: { ...footballStorey.look, edition: 'rugby', side: 15 },
  words: {
    en: {
      sport: 'rugby',
      ground: 'a rugby pitch',
      side: 'fifteen',
      place: 'on the pitch',
      text: 'Fifteen cards make a side.',
      enter: 'Enter the pitch',
    },
    es: {
      sport: 'rugby',
      ground: 'un campo de rugby',
      side: 'quince',
      place: 'en el césped',
      text: 'Quince cartas hacen un equipo.',
      enter: 'Entrar al césped',
    },
  },
}

const hockey: Storey = { ...rugby, look: { ...rugby.look, edition: 'hockey', side: 6 } }

const TWO = [footballStorey, basketballStorey]

const HOUSES = [[footballStorey], TWO, [...TWO, rugby], [...TWO, rugby, hockey]]

const both = { en: 'House', es: 'Casa' }

async function front(storeys: readonly Storey[]) {
  const page = definePage({
    path: '/house',
    look: 'default',
    title: both,
    description: both,
    Main: House.bind(null, { storeys }),
  })
  const islands = { 'src/pages/home/islands/Gate.tsx': { Gate } }
  const { routes } = await prerenderRelease(collectApp('house', { 'src/pages/home/page.tsx': { page }, ...islands }))
  return routes[0]?.main ?? { en: '', es: '' }
}

it.each([
  [1, 'One building, one floor', 'Un pabellón, una planta'],
  [2, 'One building, two floors', 'Un pabellón, dos plantas'],
  [3, 'One building, three floors', 'Un pabellón, tres plantas'],
  [4, 'One building, four floors', 'Un pabellón, cuatro plantas'],
])('has %i floors, and counts them in both languages', async (count, english, spanish) => {
  const storeys = HOUSES[count - 1] ?? []
  const { en, es } = await front(storeys)
  expect([/<h1>(.*?)<\/h1>/.exec(en)?.[1], /<h1>(.*?)<\/h1>/.exec(es)?.[1]]).toEqual([english, spanish])
  const floors = [...en.matchAll(/<section class="([^"]*)" data-floor="(\w+)".*?<\/section>/g)]
  // From the upper one down.
  expect(floors.map(([, , name]) => name)).toEqual(storeys.map(({ look }) => look.edition).toReversed())
  for (const [index, [markup, names = '', name]] of floors.entries()) {
    const number = count - index
    expect(markup).toMatch(new RegExp(`aria-hidden="true">${number}</p>`))
    expect(markup).toContain(`href="/${name}"`)
    expect(markup.match(/role="img"/g)).toHaveLength(5)
    // As the stairs turn.
    expect(names.includes('mirrored')).toBe(number % 2 === 1)
  }
  const ids = [...en.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('says of the side of each floor how many cards it has, and where', async () => {
  const { en, es } = await front([...TWO, rugby])
  expect(en).toContain('<p>Eleven cards on the field, five on the court, fifteen on the pitch. What your players do')
  expect(es).toContain('<p>Once cartas en el campo, cinco en la cancha, quince en el césped. Cuenta sobre todo')
})

it('names the sports and their grounds as each language lists them', () => {
  expect(houseWords([footballStorey]).en.sports).toBe('football')
  const { en, es } = houseWords([...TWO, rugby])
  expect([en.sports, es.sports]).toEqual(['football, basketball and rugby', 'fútbol americano, baloncesto y rugby'])
  expect([en.grounds, es.grounds]).toEqual([
    'a football field, a basketball court and a rugby pitch',
    'un campo de fútbol americano, una cancha y un campo de rugby',
  ])
})

it('has as many floors as looks, and words for one to four', () => {
  expect(looks).toEqual(['default', ...STOREYS.map(({ look }) => look.edition)])
  expect(() => countOf([])).toThrow('there are 0, want 1 to 4')
  expect(() => countOf([...TWO, rugby, hockey, rugby])).toThrow('there are 5, want 1 to 4')
})
