import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAttributes, toNumber } from './format-asset'

describe('toNumber', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['7', 7],
    ['-12', -12],
    ['4433', 4433],
    ['1.5', 1.5],
    ['-0.25', -0.25],
    ['12.50', 12.5],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
  ])('takes %j as a number', (text, number) => {
    expect(toNumber(text)).toBe(number)
  })

  it.each([
    '',
    '007',
    '-01',
    '1e5',
    '1E5',
    '.5',
    '5.',
    '+5',
    ' 5',
    '5 ',
    '5\n',
    '0x10',
    '1_000',
    '1,000',
    'NaN',
    'Infinity',
    '--1',
    '1.2.3',
    '9007199254740992',
    '12345678901234567890',
    '1.00000000 WAX',
    '0.12345678901234567890',
    '٣',
  ])('keeps %j a string', (text) => {
    expect(toNumber(text)).toBe(text)
  })

  it('loses nothing: every integer it takes is written the same', () => {
    fc.assert(
      fc.property(fc.bigInt(), (integer) => {
        expect(String(toNumber(String(integer)))).toBe(String(integer))
      }),
    )
  })

  it('loses nothing of a decimal but zeros at its end', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), fc.nat(99_999), (whole, fraction) => {
        const number = toNumber(`${whole}.${String(fraction).padStart(5, '0')}`)
        expect(
          Number(number)
            .toFixed(5)
            .replace(/^-(0\.0+)$/, '$1'),
        ).toBe(`${whole}.${String(fraction).padStart(5, '0')}`)
      }),
    )
  })
})

describe('readAttributes', () => {
  it('makes numeric-looking strings numbers, inside lists as well, and leaves the rest', () => {
    expect(readAttributes({ level: 2, power: '12', name: '007', ids: ['1', 'x', 3], on: true, none: null })).toEqual({
      level: 2,
      power: 12,
      name: '007',
      ids: [1, 'x', 3],
      on: true,
      none: null,
    })
  })

  it('gives the attributes no prototype to reach', () => {
    const attributes = readAttributes(JSON.parse('{"__proto__":{"polluted":"1"},"constructor":"2"}'))
    expect(Object.keys(attributes).toSorted()).toEqual(['__proto__', 'constructor'])
    expect({}).not.toHaveProperty('polluted')
  })

  it.each([undefined, null, 7])('has none of %s', (data) => {
    expect(readAttributes(data)).toEqual({})
  })
})
