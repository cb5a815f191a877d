/// <reference types="vite/types/importMeta.d.ts" />
import { LANGUAGES } from '@fieldhouse/contract'
import { collectApp } from '@fieldhouse/edition-kit'
import { prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { beforeAll, expect, it } from 'vitest'

const modules = import.meta.glob(
  ['./pages/*/page.tsx', './pages/*/islands/*.tsx', './partials.ts', './picture.tsx', './frame.ts'],
  {
    eager: true,
  },
)

type Written = Awaited<ReturnType<typeof prerenderRelease>>
let written: Written

beforeAll(async () => {
  written = await prerenderRelease(collectApp('shell', modules))
})

const fragments = () => [
  ...written.routes.flatMap(({ main }) => Object.values(main)),
  ...Object.values(written.partials).flatMap((variants) =>
    Object.values(variants).flatMap((one) => Object.values(one)),
  ),
  ...Object.values(written.frame?.header ?? {}).flatMap((one) => Object.values(one)),
  ...Object.values(written.frame?.footer ?? {}).flatMap((one) => Object.values(one)),
  ...Object.values(written.frame?.notFound ?? {}),
]

it('writes no style attribute, no style element and no script', () => {
  expect(fragments().length).toBeGreaterThan(40)
  for (const fragment of fragments()) expect(fragment).not.toMatch(/ style=|<style|<script/)
})

it('writes nothing that changes: no time and no count', () => {
  for (const fragment of fragments()) expect(fragment).not.toMatch(/role="timer" [^>]*>[^<]*\d/)
})

it('has the partials that the gateway asks for', () => {
  expect(Object.keys(written.partials.navigation ?? {})).toEqual([
    'link',
    'external',
    'current',
    'within',
    'group',
    'group-current',
  ])
  expect(Object.keys(written.partials['navigation.content'] ?? {})).toEqual(['link', 'external', 'current', 'within'])
  expect(Object.keys(written.partials['navigation.flat'] ?? {})).toEqual(['link', 'external', 'current', 'within'])
  expect(Object.keys(written.partials.socials ?? {})).toEqual(['link', 'wide'])
  expect(Object.keys(written.partials.editions ?? {})).toEqual(['link', 'current'])
  expect(Object.values(written.partials['floors.count'] ?? {}).map(({ en, es }) => [en, es])).toEqual([
    ['<h1>One building</h1>', '<h1>Un pabellón</h1>'],
    ['<h1>One building, one floor</h1>', '<h1>Un pabellón, una planta</h1>'],
    ['<h1>One building, two floors</h1>', '<h1>Un pabellón, dos plantas</h1>'],
    ['<h1>One building, three floors</h1>', '<h1>Un pabellón, tres plantas</h1>'],
    ['<h1>One building, four floors</h1>', '<h1>Un pabellón, cuatro plantas</h1>'],
  ])
  expect(Object.keys(written.partials['floors.lift'] ?? {})).toEqual(['floor'])
  expect(Object.keys(written.partials['posts.latest'] ?? {})).toEqual(['post', 'empty', 'unread'])
  expect(Object.keys(written.partials['drops.open'] ?? {})).toEqual(
    expect.arrayContaining([
      'live',
      'live-lead',
      'live-wax',
      'live-free-lead',
      'soon',
      'soon-other-lead',
      'empty',
      'unread',
    ]),
  )
  expect(written.partials.navigation?.group?.en).toContain('@list/navigation.content@')
})

it('marks what the header and the footer have of a look and of the settings', () => {
  for (const language of LANGUAGES) {
    const { header, footer } = written.frame ?? {}
    for (const mark of ['@list/navigation@', '@list/navigation.flat@', '@list/editions@', 'href="@item/home@"'])
      expect(header?.default?.[language]).toContain(mark)
    for (const mark of ['@list/socials@', '@list/floor@', '@setting/product@'])
      expect(footer?.default?.[language]).toContain(mark)
  }
})

it('has one heading of the first rank in each main', () => {
  for (const language of LANGUAGES) {
    for (const main of [...written.routes.slice(1).map((route) => route.main), written.frame?.notFound])
      expect(main?.[language].match(/<h1/g)).toHaveLength(1)
    // That of the front page counts its floors.
    expect(written.routes[0]?.main[language].match(/<h1|@list\/floors\.count@/g)).toHaveLength(1)
  }
})

it('draws a picture for each page and language, without what only the gateway knows', () => {
  for (const { path, picture } of written.routes) {
    for (const language of LANGUAGES) {
      expect(picture?.[language], path).toMatch(/^<svg [^>]*width="1200" height="630"/)
      expect(picture?.[language], path).not.toContain('@')
    }
  }
  expect(written.routes.find(({ path }) => path === '/')?.picture?.es).toContain('>FICHAJES')
})
