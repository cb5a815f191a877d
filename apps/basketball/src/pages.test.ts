/// <reference types="vite/types/importMeta.d.ts" />
import { LANGUAGES } from '@fieldhouse/contract'
import { collectApp } from '@fieldhouse/edition-kit'
import { prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { expect, it } from 'vitest'

const modules = import.meta.glob(
  ['./pages/*/page.tsx', './partials.ts', './picture.tsx', './{,pages/*/}islands/*.tsx'],
  { eager: true },
)

it("has a page for each drop, two besides and those of what is somebody's own, the first with its heading, its cards and the slot of its drops", async () => {
  const written = await prerenderRelease(collectApp('basketball', modules))
  expect(written.routes.map(({ path }) => path)).toEqual([
    '/basketball',
    '/basketball/cards',
    '/basketball/claims',
    '/basketball/drops/:id',
    '/basketball/my-cards',
    '/basketball/my-cards/card',
  ])
  const own = written.routes.filter(({ noindex }) => noindex)
  expect(own.map(({ path }) => path)).toEqual([
    '/basketball/claims',
    '/basketball/my-cards',
    '/basketball/my-cards/card',
  ])
  for (const language of LANGUAGES) {
    for (const { path, picture } of written.routes)
      expect(picture?.[language], path).toMatch(/^<svg [^>]*width="1200" height="630"/)
    const fragment = written.routes[0]?.main[language] ?? ''
    expect(fragment.match(/<h1/g)).toHaveLength(1)
    expect(fragment.match(/role="img"/g)).toHaveLength(5)
    expect(fragment).toMatch(/<div data-slot="drops"[^>]*><\/div>/)
    expect(fragment).not.toMatch(/ style=|<style|<script/)
    const structure = written.routes[1]?.main[language] ?? ''
    expect(structure.match(/<h1/g)).toHaveLength(1)
    // One that is taken apart in six steps, and one of each tier.
    expect(structure.match(/role="img"/g)).toHaveLength(6 + 5)
    expect(structure).not.toMatch(/ style=|<style|<script|\{\{|undefined|NaN/)
  }
}, 120_000)
