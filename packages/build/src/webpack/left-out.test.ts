import { expect, it } from 'vitest'
import { satisfy } from './left-out.mjs'

it.each([
  ['19.3.1', '^19.2.0', true],
  ['19.2.0', '^19.2.0', true],
  ['19.2.0', '^19.3.0', false],
  ['19.1.9', '^19.2.0', false],
  ['20.0.0', '^19.2.0', false],
  ['20.1.0', '^19.2.0 || ^20.0.0', true],
  ['18.9.9', '^19.2.0 || ^20.0.0', false],
  ['20.0.0-rc.1', '^20.0.0', true],
  ['0.6.2', '^0.6.1', true],
  ['0.7.0', '^0.6.1', false],
  ['0.0.4', '^0.0.3', false],
  ['19.0.0', '>=20', true],
])('%s is in %s: %s', (version, range, isIn) => {
  expect(satisfy(version, range)).toBe(isIn)
})
