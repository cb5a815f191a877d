import { expect, it } from 'vitest'
import { capitalized, countInWords, timesInWords } from './words'

it('says numbers from two to twelve as words, and others in digits', () => {
  expect([0, 1, 2, 11, 12, 13, 1200].map((count) => countInWords(count, 'en'))).toEqual([
    ...['0', '1', 'two', 'eleven', 'twelve', '13', '1,200'],
  ])
  expect([1, 2, 11, 12, 13].map((count) => countInWords(count, 'es'))).toEqual(['1', 'dos', 'once', 'doce', '13'])
})

it('says how often as people do', () => {
  expect([1, 2, 3, 20].map((count) => timesInWords(count, 'en'))).toEqual(['once', 'twice', 'three times', '20 times'])
  expect([1, 2, 3].map((count) => timesInWords(count, 'es'))).toEqual(['una vez', 'dos veces', 'tres veces'])
})

it('begins sentences with a capital letter', () => {
  expect(capitalized('once o nada')).toBe('Once o nada')
})
