import type { NavEntry } from '@fieldhouse/contract'
import { expect, it } from 'vitest'
import { closest } from './closest'

const entry = (nameEN: string, NameSP: string, link: string, content?: NavEntry[]): NavEntry => ({
  nameEN,
  NameSP,
  link,
  ...(content && { content }),
})

const settings = {
  navigation: [
    entry('Learn More', 'Saber más', '', [
      entry('Our System', 'Nuestro sistema', '/football/daily-fantasy'),
      entry('Tokenomics', 'Tokenómica', '/football/tokenomics'),
      entry('SuperBowl', 'SuperBowl', '/football/superbowl'),
    ]),
    entry('Tokenomics', 'Tokenómica', '/basketball/tokenomics'),
    entry('Whitepaper', 'Whitepaper', 'https://example.com/whitepaper'),
  ],
  editions: [entry('Football', 'Fútbol americano', '/football'), entry('Basketball', 'Baloncesto', '/basketball')],
}

const meant = (path: string) => closest(path, settings).map(({ link }) => link)

it.each([
  ['/football/tokenomcis', '/football/tokenomics'],
  ['/basketball/tokenomcis', '/basketball/tokenomics'],
  ['/football/our-system', '/football/daily-fantasy'],
  ['/football/Nuestro-Sistema', '/football/daily-fantasy'],
  ['/footbal', '/football'],
  ['/superbowl', '/football/superbowl'],
  ['/football/superbowl/how-it-ended', '/football/superbowl'],
])('finds what %s may have meant', (path, link) => {
  expect(meant(path)[0]).toBe(link)
})

it('always suggests two pages of this site, of the edition that the path names', () => {
  for (const path of ['/football/touchdwon', '/football/x', `/football/${'long'.repeat(2000)}`]) {
    const links = meant(path)
    expect(links).toHaveLength(2)
    for (const link of links) expect(link).toMatch(/^\/football/)
  }
  expect(meant('/')).toHaveLength(2)
  expect(meant('/basketball/tokenomcis')).toEqual(['/basketball/tokenomics', '/basketball'])
})
