/// <reference types="vite/types/importMeta.d.ts" />
import { LANGUAGES } from '@fieldhouse/contract'
import { TIERS, traitsOf } from '@fieldhouse/design'
import { collectApp } from '@fieldhouse/edition-kit'
import { prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { deck } from '@fieldhouse/look-__name__'
import { beforeAll, expect, it } from 'vitest'
import { ONE_OF_EACH } from './edition'
import { texts } from './texts'

const modules = import.meta.glob(['./pages/*/page.tsx', './edition.tsx', './{,pages/*/}islands/*.tsx'], { eager: true })

type Written = Awaited<ReturnType<typeof prerenderRelease>>
let written: Written

beforeAll(async () => {
  written = await prerenderRelease(collectApp('__name__', modules))
}, 120_000)

it('has a heading, a title and a picture of its own on each page, in both languages', () => {
  for (const language of LANGUAGES) {
    expect(new Set(written.routes.map(({ title }) => title[language])).size).toBe(written.routes.length)
    for (const { path, main, picture } of written.routes) {
      // What is somebody's own has its heading once the browser has it.
      if (path !== '/__name__/my-cards/card') expect(main[language].match(/<h1/g), path).toHaveLength(1)
      expect(main[language], path).not.toMatch(/\{\{|undefined|NaN| style=/)
      expect(picture?.[language], path).toMatch(/^<svg xmlns="[^"]+" width="1200" height="630"/)
    }
  }
})

it('leads to pages that there are', () => {
  const paths = written.routes.map(({ path }) => path)
  const links = written.routes.flatMap(({ main }) => [...main.en.matchAll(/href="(\/__name__[^"#@]*)/g)])
  expect(links.length).toBeGreaterThan(5)
  for (const [, page] of links) expect(paths).toContain(page)
})

it('shows a card of each tier, the plainest first', () => {
  expect(ONE_OF_EACH.map(({ templateId }) => traitsOf(deck, templateId).tier)).toEqual([...TIERS])
})

it('promises no profit', () => {
  expect(JSON.stringify([texts.en, texts.es])).not.toMatch(/profit|invest|earn|beneficio|ganancia|inver/i)
})
