// @vitest-environment jsdom
import { ask, siteQuestions } from '@fieldhouse/chain-data'
import { store } from '@fieldhouse/chain-data/host'
import { eventually, show as showAround } from '@fieldhouse/design/testing'
import { markupOf, testRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { dropRow, type Tables, tables } from '../testing/fake-gateway'
import { alice, setUser, wallet } from '../testing/fake-wallet'
import { LOOK, network, serve, withPage } from '../testing/slip-page'
import { DropPage } from './DropPage'
import { DropSale } from './DropSale'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)
vi.mock('@fieldhouse/edition-kit', async (original) => {
  const kit = (await original()) as typeof import('@fieldhouse/edition-kit')
  return { ...kit, useParameter: () => '101', useRoot: () => ({ ...testRoot(), prerendering: false }) }
})

withPage(null)
afterEach(() => store.set('rowDrops', null))

const open = async (served: Tables = tables()) => {
  await serve(served)
  const { container } = await showAround(<DropSale look={LOOK} pages="/football/drops" />)
  const slip = () => container.querySelector('[data-slip]')
  return { container, slip }
}

it('says what it costs, what a WAX is and how old that is, how many are left, and when by both clocks', async () => {
  const { container } = await open()
  expect(container.textContent).toContain('$24.99 USD')
  expect(container.textContent).toContain('417.90 WAX')
  expect(container.textContent).toMatch(/1 WAX = \$0\.0598, read \d+ s ago/)
  expect(container.textContent).toContain('100 of 3,000 left')
  expect(container.querySelector('dl')?.textContent).toMatch(/Opened.*your time.*UTC.*Closes.*your time.*UTC/)
})

it('has state and button from the start, and the slip with the first sign of a visitor', async () => {
  const { container, slip } = await open()
  expect([slip(), container.querySelector('article button')?.ariaLabel]).toEqual([null, 'Login to Buy: Opening Drive'])
  expect(container.textContent).toContain('Sale is live!')
  await act(async () => void dispatchEvent(new Event('pointermove')))
  await eventually(() => expect(slip()?.textContent).toContain('You sign once. It does two things:'))
})

it.each(['pointerdown', 'keydown', 'scroll'])('takes a %s for a sign', async (sign) => {
  const { slip } = await open()
  await act(async () => void dispatchEvent(new Event(sign)))
  await eventually(() => expect(slip()).not.toBeNull())
})

it('logs a visitor in by the early button, and has the slip then', async () => {
  const { container, slip } = await open()
  await act(async () => container.querySelector<HTMLButtonElement>('article button')?.click())
  await eventually(() => expect(wallet.login).toHaveBeenCalledOnce())
  await eventually(() => expect(slip()).not.toBeNull())
})

it('has the slip for a user once the page is idle', async () => {
  setUser(alice)
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback))
  const { slip } = await open()
  await eventually(() => expect(slip()?.textContent).toContain('Buy 1 pack'))
})

it('stays as it was when the drop leaves the list', async () => {
  const { container } = await open()
  await act(async () => store.set('rowDrops', []))
  expect(container.textContent).toContain('100 of 3,000 left')
})

it.each([
  ['soon', { start_time: Math.floor(Date.now() / 1000) + 3600 }, 'Opens'],
  ['soldout', { current_claimed: 3000 }, 'Sold out'],
  ['ended', { end_time: Math.floor(Date.now() / 1000) - 60 }, 'Sale over'],
])('says its state where there is nothing to buy: %s', async (state, changes, word) => {
  const { container } = await open(tables({ drops: [dropRow(changes)] }))
  expect(container.querySelector('[data-state]')?.getAttribute('data-state')).toBe(state)
  expect(container.querySelector('[data-state]')?.textContent).toContain(word)
  expect(container.querySelector('article button')).toBeNull()
})

it('says of a paused sale why, with no button, and with the next answer that it goes on', async () => {
  const notice = { en: 'We look at the price feed.', es: 'Miramos el precio.', since: '2026-11-22T14:20:00Z' }
  let paused: object | undefined = { football: notice }
  const answer = () => new Response(JSON.stringify({ rows: [dropRow()], more: false, next_key: '', paused }))
  const { container } = await open(tables({ drops: answer }))
  expect(container.querySelector('[data-state]')?.textContent).toBe('Sale pausedWe look at the price feed.')
  expect(container.querySelector('article button')).toBeNull()
  paused = undefined
  await act(async () => void (await ask(siteQuestions.drops(network), { maxAge: 0 })))
  expect(container.querySelector('[data-state]')?.textContent).toContain('Sale is live!')
  expect(container.querySelector('article button')).not.toBeNull()
})

it("is prerendered around the gateway's slot, and says without script what could not be read", () => {
  const sale = <DropSale look={LOOK} pages="/football/drops" />
  const markup = markupOf(
    <DropPage look={LOOK} floor={null} sale="/football#packs" inside={null}>
      {sale}
    </DropPage>,
  )
  expect(markup).toMatch(/<div data-slot="drop"[^>]*><\/div>/)
  expect(markup).toContain('The packs could not be read.')
})
