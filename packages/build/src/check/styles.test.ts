import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkStyles } from './styles.ts'

interface Attack {
  name: string
  reason: string
  css: string
}

const attacks: Attack[] = JSON.parse(
  readFileSync(new URL('../../testdata/style-attacks/attacks.json', import.meta.url), 'utf8'),
)
const sheet = (css: string) => ({ path: 'mount.css', content: Buffer.from(css), map: undefined })
const check = (...sheets: string[]) => checkStyles('football', sheets.map(sheet))

describe("a style sheet that reaches past its edition's own is refused:", () => {
  it.each(attacks)('$name', ({ css, reason }) => {
    expect(check(css).join('\n')).toMatch(new RegExp(`^mount\\.css:\\d+:\\d+: (a )?${reason}`))
  })
})

it.each([
  '.football-a1 { color: red }',
  '[data-floor=football] .football-a1 h2 + p::before { color: red }',
  '.football-a1 > :not(.shell-x):has(img) { color: red }',
  ':where(.football-a1, .football-a2) li { color: red }',
  '.football-a1 { &:hover, h2 & , > p { color: red } @media print { color: blue } }',
  '@media print { @supports (color: red) { .football-a1 { color: red } } }',
  '@keyframes football-x { from { opacity: 0 } } .football-a1 { animation: football-x 1s }',
  "@font-face { font-family: 'Football-Numbers'; src: url(n.woff2) }",
  '@property --football-turn { syntax: "<angle>"; inherits: false; initial-value: 0deg }',
  '@container (min-width: 3px) { .football-a1 { color: red } }',
  '[data-floor="football"], [data-look=football] { --page: light-dark(#fff, #000); --toast: linear-gradient(red, blue) }',
  '@media print { [data-floor=football] { --page: white !important } }',
])('a style sheet of its own is taken: %s', (css) => {
  expect(check(css)).toEqual([])
})

it.each([
  '[data-floor="football"] { --page: white; color: red }',
  '[data-floor="football"] { &:hover { --page: white } }',
  '[data-floor="basketball"] { --page: white }',
  '[data-floor^="football"] { --page: white }',
  '[data-floor="football" i] { --page: white }',
  '[data-floor] { --page: white }',
  '[data-floor="football"] a { --page: white }',
  'html[data-floor="football"] { --page: white }',
  '[data-floor="football"], html { --page: white }',
  ':root { --page: white }',
])('the colours of its look are custom properties, and of nobody else: %s', (css) => {
  expect(check(css).join()).toContain("a selector of more than the edition's own")
})

it('a custom property is a token of the contract, or set by a sheet of the edition, or has another value', () => {
  const uses = '.football-a1 { color: var(--ink); width: var(--turn); top: calc(var(--odd, 1px) * 2) }'
  expect(check(uses)).toEqual([
    'mount.css:1:1: var(--turn) is no token of the contract, and no sheet of football sets it',
  ])
  expect(check(uses, '.football-a2 { --turn: 3px }')).toEqual([])
})
