import { expect, it } from 'vitest'
import { kilobytes, median, spread } from './figures.mjs'
import { Report } from './report.mjs'

it.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[10, 9, 1, 2], 5.5],
])('the median of %j is %s', (values, middle) => {
  expect(median(values)).toBe(middle)
})

it('has no median of nothing', () => {
  expect(() => median([])).toThrow(RangeError)
})

it('shows the spread and counts a kilobyte as 1000 bytes', () => {
  expect([spread([1.31, 1.02, 1.13], 2), kilobytes(129_949)]).toEqual(['1.13 (1.02 to 1.31)', '129.9 kB'])
})

it('marks and counts the targets that are missed', () => {
  const lines = []
  const report = new Report((line) => lines.push(line))
  report.section('Size', 'as sent')
  report.figure('kept', '1 kB', { target: 'at most 2 kB', kept: true })
  report.figure('missed', '3 kB', { beside: 'floor 1 kB', target: 'at most 2 kB', kept: false })
  report.figure('without a target', '3 kB')
  report.close()
  expect(lines.filter((line) => /MISSED$/.test(line))).toHaveLength(1)
  expect(lines.find((line) => line.includes('missed'))).toMatch(/3 kB {2}floor 1 kB +at most 2 kB +MISSED$/)
  expect(lines.at(-1)).toBe('\n1 of 2 targets kept.')
})
