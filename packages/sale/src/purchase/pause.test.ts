import { getAppData } from '@fieldhouse/chain-data'
import { applySnapshot } from '@fieldhouse/chain-data/host'
import { expect, it } from 'vitest'
import { dropRow } from '../testing/fake-gateway'
import { pauseOf } from './pause'

const drops = (paused?: unknown) => {
  const rows = [dropRow(), dropRow({ drop_id: 102, edition: 'basketball' })]
  applySnapshot({ rowDrops: { rows, more: false, next_key: '', ...(paused ? { paused } : {}) } as never }, Date.now())
  return getAppData('rowDrops') ?? []
}
const football = { en: 'We look at the price feed.', es: 'Miramos el precio.', since: '2026-11-22T14:20:00Z' }

it("reads the operator's notice with the drops' own answer, of that edition alone", () => {
  const [first, second] = drops({ football })
  expect(first && pauseOf(first, 'en')).toEqual({ text: football.en, since: Date.UTC(2026, 10, 22, 14, 20) })
  expect(first && pauseOf(first, 'es')?.text).toBe(football.es)
  expect(second && pauseOf(second, 'en')).toBeNull()
})

it('is over with the next answer', () => {
  drops({ football })
  const [first] = drops()
  expect(first && pauseOf(first, 'en')).toBeNull()
})

it.each([[7], ['text'], [{ football: 'text' }], [{ football: null }]])(
  'takes for no pause what is none: %j',
  (paused) => {
    const [first] = drops(paused)
    expect(first && pauseOf(first, 'en')).toBeNull()
  },
)

it('says it in English where a language is missing', () => {
  const [first] = drops({ football: { ...football, es: '' } })
  expect(first && pauseOf(first, 'es')?.text).toBe(football.en)
})
