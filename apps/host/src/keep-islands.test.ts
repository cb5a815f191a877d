import { expect, it } from 'vitest'
import { keepIslands } from './keep-islands'

const island = (name: string, code: string, inside: string) =>
  `<div data-island="${name}" data-code="${code}" data-when="idle" data-prefix="i0-" data-props="{}">${inside}</div>`

/** Puts a main over another in which every island lives and has something open. */
function put(before: string, after: string) {
  document.body.innerHTML = `<main><!---->${before}</main>`
  const main = document.querySelector('main') as HTMLElement
  const alive = [...main.querySelectorAll<HTMLElement>('[data-island]')]
  for (const element of alive) element.innerHTML += '<b>open</b>'
  const left: Node[] = []
  const observer = new MutationObserver((changes) => {
    for (const { removedNodes } of changes) left.push(...removedNodes)
  })
  observer.observe(main, { childList: true, subtree: true })
  const template = document.createElement('template')
  template.innerHTML = after
  const { kept, in: change } = keepIslands(main, template.content, alive)
  change()
  for (const { removedNodes } of observer.takeRecords()) left.push(...removedNodes)
  const moved = alive.filter((element) => left.some((node) => node.contains(element)))
  return { html: main.innerHTML, kept: [...kept], alive, moved }
}

it('leaves an island where it stands while all around it changes', () => {
  const { html, kept, alive, moved } = put(
    `<section class="a"><h1>old</h1>${island('Sale', 'x', 'sale')}</section><p>gone</p>`,
    `<section class="b" id="c"><h1>new</h1><p>more</p>${island('Sale', 'x', 'sale')}<i></i></section>`,
  )
  expect(html).toBe(
    `<section class="b" id="c"><h1>new</h1><p>more</p>${island('Sale', 'x', 'sale<b>open</b>')}<i></i></section>`,
  )
  expect(kept).toEqual(alive)
  expect(moved).toEqual([])
})

it.each([
  ['its code', island('Sale', 'y', 'sale')],
  ['what it stands in', `<article>${island('Sale', 'x', 'sale')}</article>`],
  ['its name', island('Court', 'x', 'sale')],
])('replaces an island when the change is to %s', (_, after) => {
  const { html, kept } = put(island('Sale', 'x', 'sale'), after)
  expect(html).toBe(after)
  expect(kept).toEqual([])
})

it('keeps those of several that it can', () => {
  const { html, kept, alive } = put(
    `<div>${island('Sale', 'x', 'sale')}</div><div>${island('Foil', 'x', 'foil')}</div>`,
    `<div>${island('Sale', 'y', 'dear')}</div><div>${island('Foil', 'x', 'foil')}</div>`,
  )
  expect(html).toBe(`<div>${island('Sale', 'y', 'dear')}</div><div>${island('Foil', 'x', 'foil<b>open</b>')}</div>`)
  expect(kept).toEqual([alive[1]])
})
