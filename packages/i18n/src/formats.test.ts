import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatDateTime, formatNumber, formatUsd, formatWax } from './formats'

describe('formatNumber', () => {
  it.each([
    [0, '0', '0'],
    [999, '999', '999'],
    [1204, '1,204', '1204'],
    [9999n, '9,999', '9999'],
    [12345, '12,345', '12.345'],
    [-1204, '-1,204', '-1204'],
    [-12345n, '-12,345', '-12.345'],
    [1234567n, '1,234,567', '1.234.567'],
    [18446744073709551615n, '18,446,744,073,709,551,615', '18.446.744.073.709.551.615'],
  ])('%s is %s and in Spanish %s', (value, english, spanish) => {
    expect([formatNumber(value, 'en'), formatNumber(value, 'es')]).toEqual([english, spanish])
  })

  it('groups as the Unicode data of both languages says', () => {
    for (const value of [0, 7, 1000, 1204, 9999, 10000, 99999, 100000, 1234567]) {
      expect(formatNumber(value, 'en')).toBe(new Intl.NumberFormat('en').format(value))
      expect(formatNumber(value, 'es')).toBe(new Intl.NumberFormat('es').format(value))
    }
  })

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses the number %s', (value) => {
    expect(() => formatNumber(value, 'en')).toThrow(RangeError)
  })
})

describe('formatUsd', () => {
  it.each([
    [0n, '0.00', '0,00'],
    [5n, '0.05', '0,05'],
    [2499n, '24.99', '24,99'],
    [120450n, '1,204.50', '1204,50'],
    [1234500n, '12,345.00', '12.345,00'],
  ])('%s cents are %s and in Spanish %s', (cents, english, spanish) => {
    expect(formatUsd(cents, 'en').text).toBe(english)
    expect(formatUsd(cents, 'es').text).toBe(spanish)
  })

  it('gives the parts that a layout sets apart', () => {
    expect(formatUsd(2499n, 'es')).toEqual({ whole: '24', cents: '99', text: '24,99' })
  })

  it('refuses a negative price', () => {
    expect(() => formatUsd(-1n, 'en')).toThrow('-1 cents')
  })
})

describe('formatWax', () => {
  it.each([
    [0n, '0.00', '0,00'],
    [1n, '0.01', '0,01'],
    [51_240_000_000n, '512.40', '512,40'],
    [51_240_000_001n, '512.41', '512,41'],
    [51_239_000_001n, '512.40', '512,40'],
    [99_999_999n, '1.00', '1,00'],
    [123_456_789_012n, '1,234.57', '1234,57'],
    [1_234_567_89012345n, '1,234,567.90', '1.234.567,90'],
  ])('%s units show as %s and in Spanish %s', (units, english, spanish) => {
    expect([formatWax(units, 'en').text, formatWax(units, 'es').text]).toEqual([english, spanish])
  })

  it('refuses a negative amount', () => {
    expect(() => formatWax(-1n, 'en')).toThrow('-1 units')
  })
})

describe('formatDateTime', () => {
  /** What the gateway is tested with too. */
  const moments: { second: number; en: string; es: string }[] = JSON.parse(
    readFileSync(new URL('../../../plugins/editions/page/testdata/moments.json', import.meta.url), 'utf8'),
  )

  it.each(moments)('second $second is $en and in Spanish $es, as the gateway writes it', ({ second, en, es }) => {
    for (const time of [second * 1000, second * 1000 + 999])
      expect([formatDateTime(time, 'en'), formatDateTime(time, 'es')]).toEqual([en, es])
  })

  it('refuses what is no time', () => {
    expect(() => formatDateTime(Number.NaN, 'en')).toThrow(RangeError)
  })
})
