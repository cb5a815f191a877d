import { expect, it } from 'vitest'
import { clockText, spokenAt } from './Expiry'

it.each([
  [0, '00:00'],
  [9, '00:09'],
  [60, '01:00'],
  [119, '01:59'],
  [3600, '60:00'],
])('%s seconds are %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

it.each([
  [120, null],
  [61, null],
  [60, 60],
  [31, 60],
  [30, 30],
  [11, 30],
  [10, 10],
  [0, 10],
])('with %s seconds left the last moment to speak was %s', (seconds, moment) => {
  expect(spokenAt(seconds)).toBe(moment)
})
