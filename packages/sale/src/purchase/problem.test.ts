import type { Refusal } from '@fieldhouse/chain-data/purchase'
import { LANGUAGES } from '@fieldhouse/contract'
import { textsIn } from '@fieldhouse/i18n'
import { expect, it } from 'vitest'
import { formTexts } from './form-texts'
import { type Problem, wordsOf } from './problem'

const refusals: Refusal[] = [
  { reason: 'gone' },
  { reason: 'not-started', startsAt: Date.UTC(2026, 10, 27, 14) },
  { reason: 'ended' },
  { reason: 'paused' },
  { reason: 'sold-out' },
  { reason: 'left', left: 2n },
  { reason: 'invitation' },
  { reason: 'limit', limit: 5n, left: 2n },
  { reason: 'limit', limit: 5n, left: 0n },
  { reason: 'quantity', most: 100n },
  { reason: 'unpriced' },
  { reason: 'token' },
  { reason: 'partner', code: 'hailmary' },
  { reason: 'balance', missing: 1n },
]
const problems: Problem[] = [
  ...refusals.map((refusal) => ({ kind: 'refusal', refusal }) as const),
  { kind: 'moved', deposit: 837_18592965n, agreed: 835_79000000n },
  { kind: 'unread' },
  { kind: 'unloaded' },
  { kind: 'elsewhere' },
  { kind: 'underway' },
  { kind: 'absent' },
  { kind: 'explained', title: 'Declined', text: 'Nothing was paid.' },
]

const wordsIn = (language: 'en' | 'es', isLimitPassing: boolean, of = problems) => {
  const t = textsIn(formTexts, language)
  return of.map((problem) => wordsOf(problem, isLimitPassing, t, language))
}

it.each(LANGUAGES)('has a sentence for each problem, filled in, that is no other problem: %s', (language) => {
  for (const isLimitPassing of [false, true]) {
    const words = wordsIn(language, isLimitPassing)
    expect(new Set(words).size).toBe(problems.length)
    for (const sentence of words) {
      expect(sentence).toMatch(/^[A-ZÁÉÍÓÚ].* .*\.$/)
      expect(sentence).not.toMatch(/\{\{|undefined|refusals/)
    }
  }
})

it('speaks each language for itself', () => {
  const spanish = wordsIn('es', false)
  expect(wordsIn('en', false).filter((sentence) => spanish.includes(sentence))).toEqual(['Declined. Nothing was paid.'])
})

it.each([1n, 2n])('has a sentence that is right for %s left, in Spanish too', (left) => {
  const say = (refusal: Refusal) => wordsIn('es', false, [{ kind: 'refusal', refusal }])
  expect(say({ reason: 'left', left })).toEqual([`Sobres disponibles: ${left}. Elige menos.`])
  expect(say({ reason: 'limit', limit: 5n, left })).toEqual([
    `Límite por cuenta: 5. La tuya aún puede comprar ${left}.`,
  ])
})

it('shows what is missing rounded up, never as nothing', () => {
  expect(wordsIn('en', false)).toContain('Your balance is too small: you are 0.01 WAX short.')
})

it('names the moment when a sale opens, in UTC', () => {
  expect(wordsIn('en', false)[1]).toContain('27 Nov 2026, 14:00 UTC')
})
