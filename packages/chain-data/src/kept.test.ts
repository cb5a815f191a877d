import { afterEach, expect, it, vi } from 'vitest'
import { keepPacks, keepPartner, keptBasket } from './kept'

// @vitest-environment jsdom

/** The modules as a page that is loaded anew has them. */
const reloaded = async () => {
  vi.resetModules()
  return import('./kept')
}

const KEY = 'fieldhouse.basket'
const EMPTY = { packs: {}, partner: '' }

afterEach(() => {
  localStorage.clear()
})

it('keeps the basket and the code over a reload, and forgets what is emptied', async () => {
  keepPacks('101', '3')
  keepPacks('102', '1')
  keepPartner('buzzer')
  const page = await reloaded()
  expect(page.keptBasket()).toEqual({ packs: { 101: '3', 102: '1' }, partner: 'buzzer' })
  page.keepPacks('101', '')
  page.keepPartner('')
  expect(keptBasket()).toEqual({ packs: { 102: '1' }, partner: '' })
})

it('leaves alone what a newer release has written, and works without it', async () => {
  const newer = JSON.stringify({ version: 2, value: { of: 'another shape' } })
  localStorage.setItem(KEY, newer)
  const page = await reloaded()
  expect(page.keptBasket()).toEqual(EMPTY)
  page.keepPacks('101', '3')
  expect([page.keptBasket().packs, localStorage.getItem(KEY)]).toEqual([{ 101: '3' }, newer])
})

it.each(['', 'no JSON', '5', 'null', '{"version":1}', '{"version":1,"value":[7]}', '{"version":"1"}'])(
  'takes damage for nothing, and writes over it: %s',
  async (damaged) => {
    localStorage.setItem(KEY, damaged)
    const page = await reloaded()
    expect(page.keptBasket()).toEqual(EMPTY)
    page.keepPacks('101', '3')
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({
      version: 1,
      value: { packs: { 101: '3' }, partner: '' },
    })
  },
)

it('lasts as long as the page where the browser refuses storage', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const page = await reloaded()
  page.keepPacks('101', '3')
  expect(page.keptBasket().packs).toEqual({ 101: '3' })
})

it('keeps a bounded number of drops, the newest', () => {
  for (let drop = 0; drop < 50; drop += 1) keepPacks(String(drop), '2')
  const kept = Object.keys(keptBasket().packs)
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([40, '10', '49'])
})
