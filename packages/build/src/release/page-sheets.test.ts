import { expect, it } from 'vitest'
import { sheetOfPage, withoutRulesOf } from './page-sheets.ts'

const MARKUP = {
  en: '<p class="rugby-a rugby-b">A @list/drops@</p>',
  es: '<p class="rugby-spain" data-slot="drop"></p>',
}
const PARTIALS = {
  drops: { live: { en: '<b class="rugby-item"></b>', es: '<b class="rugby-item"></b>' } },
  drop: { live: { en: '<i class="rugby-own">@list/more.of@</i>', es: '' } },
  'more.of': { one: { en: '<i class="rugby-more"></i>', es: '' } },
  posts: { post: { en: '<i class="rugby-post"></i>', es: '' } },
}

const sheet = (rules: string) => sheetOfPage(rules, 'rugby', MARKUP, PARTIALS)

it('has the rules whose classes the markup has, in either language, in their order', () => {
  expect(sheet('.rugby-b{a:1}.rugby-a .rugby-gone{a:2}.rugby-spain{a:3}.rugby-gone{a:4}.rugby-a:hover>b{a:5}')).toBe(
    '.rugby-b{a:1}.rugby-spain{a:3}.rugby-a:hover>b{a:5}',
  )
})

it('has those of the items that may come into the markup, and of what comes into these', () => {
  expect(sheet('.rugby-item{a:1}.rugby-own{a:2}.rugby-more{a:3}.rugby-post{a:4}')).toBe(
    '.rugby-item{a:1}.rugby-own{a:2}.rugby-more{a:3}',
  )
})

it('leaves the selectors of a rule that may hold', () => {
  expect(sheet('.rugby-gone,.rugby-a{a:1}')).toBe('.rugby-a{a:1}')
})

it('keeps what it cannot tell: what stands in brackets, and the classes of others', () => {
  const kept = '.rugby-a:not(.rugby-gone){a:1}.rugby-a:is(.rugby-gone,:where(.rugby-b,i)){a:2}.rugby-a.fh-numeral{a:3}'
  expect(sheet(kept)).toBe(kept)
})

it('goes through what stands around rules and in them, and leaves nothing empty', () => {
  expect(
    sheet('@media print{@supports (a:b){.rugby-gone{a:1}}}@media print{.rugby-a{a:2;.rugby-gone &{a:3}&:hover{a:4}}}'),
  ).toBe('@media print{.rugby-a{a:2;&:hover{a:4}}}')
})

it('has the animations that its rules name', () => {
  expect(
    sheet(
      '.rugby-a{animation:1s rugby-fly}.rugby-gone{animation:1s rugby-no}@keyframes rugby-fly{50%{a:1}}@keyframes rugby-no{50%{a:2}}',
    ),
  ).toBe('.rugby-a{animation:1s rugby-fly}@keyframes rugby-fly{50%{a:1}}')
})

it('is without the rules that stand in another sheet before it', () => {
  const before = '[data-floor=rugby]{--a:1}@media print{.rugby-a{a:1}}'
  expect(withoutRulesOf(`${before}@media print{.rugby-a{a:2}}.rugby-b{a:1}`, before)).toBe(
    '@media print{.rugby-a{a:2}}.rugby-b{a:1}',
  )
})
