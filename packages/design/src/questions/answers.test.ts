import { describe, expect, it } from 'vitest'
import { matches, typedWords, wordsOf } from './answers'

const found = (text: string, query: string) => matches(wordsOf(text), typedWords(query))

describe('an answer is found', () => {
  it.each([
    ['by a word of it', 'Can I lose a card?', 'lose'],
    ['whatever the case', 'Can I lose a card?', 'LOSE'],
    ['by the beginning of a word', 'What is in your wallet?', 'wal'],
    ['by several words in any order', 'Can I lose a card?', 'card lose'],
    ['without the accents', '¿Cuántas copias hay de una edición?', 'edicion cuantas'],
    ['with accents that the text does not have', 'edicion', 'edición'],
    ['with one letter wrong', 'wallet', 'wollet'],
    ['with one letter missing', 'wallet', 'walet'],
    ['with one letter too many', 'wallet', 'walllet'],
    ['with two letters that changed places', 'wallet', 'walelt'],
    ['by a question with single letters', 'Can I lose a card?', 'can i lose'],
    ['by a single letter alone', 'Plan B', 'b'],
  ])('%s', (_, text, query) => expect(found(text, query)).toBe(true))
})

describe('an answer is not found', () => {
  it.each([
    ['by a word that it lacks', 'Can I lose a card?', 'dragons'],
    ['when one of several words is missing', 'Can I lose a card?', 'lose dragons'],
    ['with two letters wrong', 'wallet', 'wolfet'],
    ['by a short word with one letter wrong', 'odds', 'odx'],
    ['by the middle of a word', 'wallet', 'llet'],
  ])('%s', (_, text, query) => expect(found(text, query)).toBe(false))
})

it('finds all while nothing is typed that is a word', () => {
  expect(found('anything', '')).toBe(true)
  expect(found('anything', ' ?!')).toBe(true)
})

it('says where the words of a text stand', () => {
  expect(wordsOf('¿Qué es?')).toEqual([
    { folded: 'que', from: 1, to: 4 },
    { folded: 'es', from: 5, to: 7 },
  ])
})
