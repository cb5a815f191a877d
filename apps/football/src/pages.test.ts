/// <reference types="vite/types/importMeta.d.ts" />
import { testEdition } from '@fieldhouse/standard-pages/testing'
import { expect, it } from 'vitest'

const { release, drawingsOf, own } = testEdition({
  edition: 'football',
  modules: import.meta.glob(['./pages/*/page.tsx', './edition.tsx', './{,pages/*/}islands/*.tsx'], { eager: true }),
  // Those of the shared packages stand beside it in this repository alone.
  texts: import.meta.glob(['./**/*texts.ts', '../../../packages/{editorial,standard-pages}/src/**/texts.ts'], {
    eager: true,
  }),
  least: { texts: 300, answers: 24 },
  next: {
    team: ['blog', 'Blog'],
    tokenomics: ['faq', 'Preguntas'],
    cards: ['daily-fantasy', 'Nuestro sistema'],
  },
})

it("has every football route of the specification, section 2, and what is somebody's own", () => {
  expect(release().routes.flatMap(({ path, item }) => (item ? [] : [path]))).toEqual([
    '/football/daily-fantasy',
    '/football/cards',
    '/football/card-rental',
    '/football/tokenomics',
    '/football/team',
    '/football/superbowl',
    '/football/blog',
    '/football/faq',
    '/football',
    ...own,
  ])
})

it('has the menu of the specification, section 2: Learn More with the first six links, blog and faq', () => {
  const { navigation, routes } = release()
  expect(navigation.map(({ nameEN, link, content }) => [nameEN, link || content?.map((entry) => entry.link)])).toEqual([
    ['Learn More', routes.slice(0, 6).map(({ path }) => path)],
    ['Blog', '/football/blog'],
    ['FAQ', '/football/faq'],
  ])
})

it.each([
  ['daily-fantasy', 11],
  ['team', 9],
  ['superbowl', 22],
])('tells in words what is drawn on %s', (part, count) => {
  expect(drawingsOf(`/football/${part}`).filter((svg) => svg.includes('role="img"'))).toHaveLength(count)
})
