import { expect, it } from 'vitest'
import { isEqual } from './poll-until-changed'

it.each([
  [1n, 1n],
  [null, null],
  [Number.NaN, Number.NaN],
  [[], []],
  [{}, {}],
  [
    { a: 1n, b: [{ c: 'x' }, null] },
    { b: [{ c: 'x' }, null], a: 1n },
  ],
])('%o and %o say the same', (a, b) => {
  expect(isEqual(a, b)).toBe(true)
})

it.each([
  [1n, 2n],
  [1n, 1],
  [null, 0n],
  [null, []],
  [[], {}],
  [[1], [1, 2]],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: undefined }, { b: undefined }],
  [{ a: { b: 1n } }, { a: { b: 2n } }],
  [{ toString: 1 }, {}],
])('%o and %o do not', (a, b) => {
  expect([isEqual(a, b), isEqual(b, a)]).toEqual([false, false])
})
