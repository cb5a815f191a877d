/// <reference types="vite/types/importMeta.d.ts" />
import { LANGUAGES } from '@fieldhouse/contract'
import { testEdition, textsOf } from '@fieldhouse/standard-pages/testing'
import { expect, it } from 'vitest'

const texts = import.meta.glob<Parameters<typeof textsOf>[0][string]>('./**/*texts.ts', { eager: true })

const { release, mainOf, own } = testEdition({
  edition: 'basketball',
  modules: import.meta.glob(['./pages/*/page.tsx', './edition.tsx', './{,pages/*/}islands/*.tsx'], { eager: true }),
  texts,
  least: { texts: 150, answers: 28 },
  next: { tokenomics: ['faq', 'Preguntas'] },
})

it("has six pages besides those of items and what is somebody's own", () => {
  expect(release().routes.flatMap(({ path, item }) => (item ? [] : [path]))).toEqual([
    '/basketball',
    '/basketball/daily-fantasy',
    '/basketball/cards',
    '/basketball/tokenomics',
    '/basketball/blog',
    '/basketball/faq',
    ...own,
  ])
})

it('has a menu as football has it: a group of the pages that explain the game, the blog and the questions', () => {
  expect(release().navigation).toEqual([
    {
      nameEN: 'Learn More',
      NameSP: 'Saber más',
      link: '',
      content: [
        {
          nameEN: 'The court',
          NameSP: 'La cancha',
          textEN: 'The packs on sale',
          textSP: 'Los sobres a la venta',
          link: '/basketball',
        },
        {
          nameEN: 'Our System',
          NameSP: 'Nuestro sistema',
          textEN: 'A night by quarters, added up',
          textSP: 'Una noche por cuartos, sumada',
          link: '/basketball/daily-fantasy',
        },
        {
          nameEN: 'Cards Structure',
          NameSP: 'Las cartas',
          textEN: 'Cuts, copies, odds',
          textSP: 'Cortes, copias y probabilidades',
          link: '/basketball/cards',
        },
        {
          nameEN: 'Tokenomics',
          NameSP: 'Tokenómica',
          textEN: 'A pack, piece by piece',
          textSP: 'Un sobre, pieza a pieza',
          link: '/basketball/tokenomics',
        },
      ],
    },
    { nameEN: 'Blog', NameSP: 'Blog', link: '/basketball/blog' },
    { nameEN: 'FAQ', NameSP: 'Preguntas', link: '/basketball/faq' },
  ])
})

it('shows a card taken apart in six steps beside one of each tier', () => {
  for (const language of LANGUAGES)
    expect(mainOf('/basketball/cards', language).match(/role="img"/g)).toHaveLength(6 + 5)
})

it('leaves the chart of the price to the gateway, and says in words what the prizes are', () => {
  expect(mainOf('/basketball/tokenomics', 'en')).toContain('@list/median.history@')
  expect(mainOf('/basketball/tokenomics', 'en')).toContain(
    'aria-label="Prizes: Game nights 75%, The last night 15%, A draw 10%"',
  )
  expect(mainOf('/basketball/tokenomics', 'es')).toContain(
    'aria-label="Premios: Noches de partido 75\u00a0%, La última noche 15\u00a0%, Un sorteo 10\u00a0%"',
  )
  expect(Object.keys(release().partials['median.history'] ?? {})).toEqual(['chart', 'few', 'unread'])
  expect(mainOf('/basketball/tokenomics', 'en')).toContain('href="/basketball/faq#limit"')
})

const cells = (row: string) => [...row.matchAll(/<td[^>]*>(\d+)/g)].map(([, number]) => Number(number))

it('adds a night up before the visitor: rows, columns and parts of its box score end at the numbers that it says', () => {
  for (const language of LANGUAGES) {
    const main = mainOf('/basketball/daily-fantasy', language)
    const rows = [...main.matchAll(/<tr>(.*?)<\/tr>/g)]
      .map(([, row = '']) => cells(row))
      .filter((row) => row.length > 0)
    const all = rows.pop() ?? []
    expect(rows).toHaveLength(5)
    for (const row of rows) expect(row.slice(0, -1).reduce((sum, number) => sum + number, 0)).toBe(row.at(-1))
    for (const [at, number] of all.entries()) expect(rows.reduce((sum, row) => sum + (row[at] ?? 0), 0)).toBe(number)
    const [list = ''] = /<dl>.*?<\/dl>/.exec(main) ?? []
    const parts = [...list.matchAll(/<dd>(?:\+ )?(\d+)/g)].map(([, number]) => Number(number))
    expect(parts[0]).toBe(all.at(-1))
    expect(parts.slice(0, -1).reduce((sum, number) => sum + number, 0)).toBe(parts.at(-1))
    expect(main.match(/role="img" aria-label/g)).toHaveLength(5)
  }
})

it('leads from its answers to where more is told', () => {
  for (const language of LANGUAGES)
    expect(mainOf('/basketball/faq', language).match(/<a href="\/basketball\/[^"#]+">/g)?.length).toBeGreaterThan(8)
})

it('promises no profit', () => {
  for (const [file, text] of textsOf(texts))
    expect(text, file).not.toMatch(/profit|invest|earn|beneficio|ganancia|inver/i)
})

it('calls the other floor’s game by its Spanish name: fútbol alone is another game', () => {
  const mains = release().routes.map(({ main }) => main.es)
  expect(mains.join()).toContain('fútbol americano')
  for (const main of mains) expect(main).not.toMatch(/fútbol(?! americano)/i)
})
