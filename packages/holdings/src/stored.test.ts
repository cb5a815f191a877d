// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { MAX_STORED, recall, remember } from './stored'

const holding = (id: number) => ({ id: String(id), edition: 'football', templateId: 700001, mint: 1, pack: null })
const pack = { ...holding(7), pack: { name: 'Opening Drive', dropId: '1', cards: 8 } }
const seen = { account: 'alice.wam', at: 1_700_000_000_000, holdings: [holding(1), pack] }

afterEach(() => {
  localStorage.clear()
})

it('recalls what an account held on a chain, and of another account or chain nothing', () => {
  remember('aa', seen)
  expect(recall('aa', 'alice.wam')).toEqual(seen)
  expect(recall('aa', 'bob.wam')).toBeNull()
  expect(recall('bb', 'alice.wam')).toBeNull()
})

it('keeps a bounded number of holdings', () => {
  remember('aa', { ...seen, holdings: Array.from({ length: MAX_STORED + 1 }, (_, id) => holding(id)) })
  expect(recall('aa', 'alice.wam')?.holdings).toHaveLength(MAX_STORED)
})

it.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['another version', JSON.stringify({ ...seen, version: 2, chainId: 'aa' })],
  ['no time', JSON.stringify({ ...seen, version: 1, chainId: 'aa', at: 'then' })],
  ['no list', JSON.stringify({ ...seen, version: 1, chainId: 'aa', holdings: {} })],
  ['a card without an id', JSON.stringify({ ...seen, version: 1, chainId: 'aa', holdings: [{ ...pack, id: 7 }] })],
  ['a pack without a name', JSON.stringify({ ...seen, version: 1, chainId: 'aa', holdings: [{ ...pack, pack: {} }] })],
])('takes a record that is %s for none', (_, record) => {
  localStorage.setItem('fh-wall', record)
  expect(recall('aa', 'alice.wam')).toBeNull()
})

it('does without a browser that keeps nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => remember('aa', seen)).not.toThrow()
})
