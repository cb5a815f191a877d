import { describe, expect, it } from 'vitest'
import { countdownParts, DAY, HOUR, MINUTE, SECOND, seasonPart, thresholdsPassed } from './remaining'

const written = (remaining: number) =>
  countdownParts(remaining)
    .map(({ unit, digits }) => `${digits} ${unit}`)
    .join(' ')

describe('the countdown shows days, hours and minutes, plus seconds when under one day (specification, section 2)', () => {
  it.each([
    [12 * DAY + 4 * HOUR + 13 * MINUTE + 59 * SECOND, '12 days 04 hours 13 minutes'],
    [100 * DAY, '100 days 00 hours 00 minutes'],
    [DAY, '1 days 00 hours 00 minutes'],
    [DAY - SECOND, '0 days 23 hours 59 minutes 59 seconds'],
    [HOUR, '0 days 01 hours 00 minutes 00 seconds'],
    [61 * SECOND, '0 days 00 hours 01 minutes 01 seconds'],
    [1, '0 days 00 hours 00 minutes 01 seconds'],
    [0, ''],
    [-5 * HOUR, ''],
  ])('%i ms left: %s', (remaining, expected) => {
    expect(written(remaining)).toBe(expected)
  })
})

describe('the season countdown shows days, then hours, minutes, seconds in turn, and nothing at zero', () => {
  it.each([
    [12 * DAY + 23 * HOUR, 'days', 12],
    [DAY, 'days', 1],
    [DAY - 1000, 'hours', 23],
    [HOUR, 'hours', 1],
    [HOUR - 1000, 'minutes', 59],
    [MINUTE, 'minutes', 1],
    [MINUTE - 1000, 'seconds', 59],
    [1, 'seconds', 1],
  ] as const)('%i ms left: %s %i', (remaining, unit, value) => {
    expect(seasonPart(remaining)).toMatchObject({ unit, value })
  })

  it('is null at zero and after', () => {
    expect(seasonPart(0)).toBeNull()
    expect(seasonPart(-1)).toBeNull()
  })
})

describe('a countdown speaks at one day, one hour, ten minutes, one minute and the end', () => {
  it.each([
    [2 * DAY, 0],
    [DAY, 1],
    [HOUR + SECOND, 1],
    [HOUR, 2],
    [10 * MINUTE, 3],
    [MINUTE, 4],
    [SECOND, 4],
    [0, 5],
  ])('%i ms left: %i passed', (remaining, passed) => {
    expect(thresholdsPassed(remaining)).toBe(passed)
  })
})
