import { expect, it } from 'vitest'
import { painted } from './paint.ts'
import { rulesOf } from './rules.ts'

const rules = rulesOf([
  `:root, [data-floor] { --ink: light-dark(#000, #fff); --line: light-dark(#111111, #f3f1e833); --edge: var(--ink) }
   @media (max-width: 767px) { :root { --ink: red } }
   .fh-numeral { font-family: "Big Shoulders", sans-serif; margin: 1px }`,
  '[data-floor="court"]{--ink:light-dark(navy,#f7f1e4)}',
  '.a-1{fill:var(--ink);display:grid}.a-1 b{fill:red}.a-2,.a-3:hover{stroke:var(--edge);stroke-width:3}.a-4{--print:var(--ink);text-transform:uppercase}.a-5{fill:var(--print)}',
])

it("writes what the sheets say of an element's class into it, by night, and nothing else of the page", () => {
  expect(painted('<svg aria-hidden="true"><path class="a-1" d="M0 0"/><g class="a-2 none"></g></svg>', rules)).toBe(
    '<svg><path style="fill:#fff" d="M0 0"/><g style="stroke:#fff;stroke-width:3"></g></svg>',
  )
  expect(painted('<text class="fh-numeral">1</text>', rules)).toBe(
    `<text style="font-family:'Big Shoulders', sans-serif">1</text>`,
  )
})

it('takes the colours of the floor that an element is on, and those of around it after that', () => {
  expect(
    painted(
      '<g><g data-floor="court"><path class="a-1" fill="var(--line)"/></g><path class="a-1" fill="var(--line)"/></g>',
      rules,
    ),
  ).toBe('<g><g><path style="fill:#f7f1e4" fill="#f3f1e833"/></g><path style="fill:#fff" fill="#f3f1e833"/></g>')
})

it('hands down what a class sets, and capitals', () => {
  expect(painted('<g class="a-4"><text class="a-5">Fútbol</text></g><text>Fútbol</text>', rules)).toBe(
    '<g><text style="fill:#fff">FÚTBOL</text></g><text>Fútbol</text>',
  )
})

it('knows what an attribute changes, of the element itself and of those in it, and what names more holds', () => {
  const packs = rulesOf([
    '.pack[data-print="1"] .lines{stroke:#fff}.paint{--print:#000000}.paint[data-least="3"]:not(.blank){--print:color-mix(in srgb, #ff8000 30%, #0b1016)}.lines{stroke:var(--print)}.pack > .lines{stroke:red}',
  ])
  const drawn = (attributes: string) => painted(`<g${attributes}><g><path class="lines"/></g></g>`, packs)
  expect(drawn(' class="pack paint"')).toBe('<g><g><path style="stroke:#000000"/></g></g>')
  expect(drawn(' class="pack paint" data-least="3" data-print="0"')).toContain('stroke:#54320f')
  expect(drawn(' class="pack paint blank" data-least="3"')).toContain('stroke:#000000')
  expect(drawn(' class="pack paint" data-print="1"')).toContain('stroke:#fff')
  expect(drawn(' class="paint" data-print="1"')).toContain('stroke:#000000')
})

it('turns an element about the point that its sheet names', () => {
  const turned = rulesOf(['.a{transform-origin:150px 210px}.b .a{transform:rotate(90deg) scale(1.4)}'])
  expect(painted('<g class="b"><path class="a"/></g><path class="a"/>', turned)).toBe(
    '<g><path transform="translate(150 210) rotate(90) scale(1.4) translate(-150 -210)"/></g><path/>',
  )
})

it('names a colour that no sheet has', () => {
  expect(() => painted('<path fill="var(--gone)"/>', rules)).toThrow('no style sheet has --gone')
})
