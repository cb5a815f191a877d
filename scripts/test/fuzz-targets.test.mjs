import { expect, it } from 'vitest'
import { fuzzTargets } from './fuzz-targets.mjs'

it('finds the fuzz targets among what go test lists', () => {
  const lines = [
    { Action: 'start', Package: 'p/b' },
    { Action: 'output', Package: 'p/b', Output: 'FuzzPage\n' },
    { Action: 'output', Package: 'p/b', Output: 'ok  \tp/b\t0.01s\n' },
    { Action: 'output', Package: 'p/a', Output: 'FuzzArchive\n' },
    { Action: 'output', Package: 'p/c', Output: '?   \tp/c\t[no test files]\n' },
  ].map((event) => JSON.stringify(event))
  expect(fuzzTargets(['go: a remark', ...lines])).toEqual([
    { name: 'FuzzArchive', path: 'p/a' },
    { name: 'FuzzPage', path: 'p/b' },
  ])
})
