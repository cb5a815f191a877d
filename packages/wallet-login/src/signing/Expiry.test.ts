import { expect, it } from 'vitest'
import { clockText } from './Expiry'

it.each([
  [0, '00:00'],
  [9, '00:09'],
  [60, '01:00'],
  [119, '01:59'],
  [3600, '60:00'],
])('%s seconds are %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})
