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
    null,
  )
  expect([...files.keys()].filter((path) => path.endsWith('.en.html'))).toEqual([
    'fragments/main/rugby/blog-rules.en.html',
    'fragments/main/rugby/blog/rules.en.html',
    'fragments/main/rugby/blog/~slug.en.html',
  ])
})
