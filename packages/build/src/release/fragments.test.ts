import { expect, it } from 'vitest'
import { layOutFragments } from './fragments.ts'

it('has a file of its own for each page, however alike their addresses are', () => {
  const routes = ['/rugby/blog-rules', '/rugby/blog/rules', '/rugby/blog/:slug'].map((path) => ({
    path,
    main: { en: path, es: path },
    islands: {},
  }))
  const { files } = layOutFragments(
    { routes, navigation: [], partials: {} } as never,
    () => [],
    () => '',
    new Map(),
    () => '',
    false,
  )
  expect([...files.keys()].filter((path) => path.endsWith('.en.html'))).toEqual([
    'fragments/main/rugby/blog-rules.en.html',
    'fragments/main/rugby/blog/rules.en.html',
    'fragments/main/rugby/blog/~slug.en.html',
  ])
})

it('lays out a storey with the sheets of its markup, and what is painted with the sheet of each page', () => {
  const both = (text: string) => ({ en: text, es: text })
  const words = { sport: both('rugby'), ground: both('a pitch') }
  const { files, routes, storey } = layOutFragments(
    {
      routes: [{ path: '/rugby', main: both('main '), islands: {} }],
      storey: { floor: both('floor '), painted: both('painted '), ...words },
      navigation: [],
      partials: {},
    } as never,
    () => [],
    () => '',
    new Map(),
    ({ en }) => `.all{a:1}.${en.trim().replace(' ', '-')}{a:2}`,
    true,
  )
  expect(storey).toEqual({
    ...words,
    floor: { en: 'fragments/floor.en.html', es: 'fragments/floor.es.html' },
    painted: { en: 'fragments/painted.en.html', es: 'fragments/painted.es.html' },
    sheet: 'storey/colors.css',
    floorSheet: 'storey/floor.css',
  })
  const text = (path = '') => files.get(path)?.toString()
  expect(text(storey?.sheet)).toBe('.all{a:1}.painted{a:2}')
  expect(text(storey?.floorSheet)).toBe('.floor{a:2}')
  expect(text(routes[0]?.sheet)).toBe('.all{a:1}.main-painted{a:2}')
})
