// @vitest-environment jsdom
import { ask, siteQuestions } from '@fieldhouse/chain-data'
import { store } from '@fieldhouse/chain-data/host'
import { eventually, show as showAround } from '@fieldhouse/design/testing'
import { markupOf, testRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Inside } from '../inside/Inside'
import { dropRow, type Tables, tables } from '../testing/fake-gateway'
import { alice, setUser, wallet } from '../testing/fake-wallet'
import { clockIn, LOOK, network, serve, withPage } from '../testing/slip-page'
import { DropPage } from './DropPage'
import { DropSale } from './DropSale'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)
vi.mock('@fieldhouse/edition-kit', async (original) => {
  const kit = (await original()) as typeof import('@fieldhouse/edition-kit')
  return { ...kit, useParameter: () => '101', useRoot: () => ({ ...testRoot(), prerendering: false }) }
})

withPage(null)
afterEach(() => store.set('rowDrops', null))

const open = async (changes: Tables = {}, sign: string | null = 'scroll') => {
  await serve(tables(changes))
  const { container } = await showAround(<DropSale look={LOOK} pages="/football/drops" />)
  const slip = () => container.querySelector('[data-slip]')
  if (sign !== null) {
    await act(async () => void dispatchEvent(new Event(sign)))
    await eventually(() => expect(slip()).not.toBeNull())
  }
  return { container, slip }
}

it('says what it costs, what a WAX is and how old that is, how many are left, and when by both clocks', async () => {
  clockIn('Europe/Madrid')
  const { container } = await open()
  expect(container.textContent).toContain('$24.99 USD')
  expect(container.textContent).toContain('417.90 WAX')
  expect(container.textContent).toMatch(/1 WAX = \$0\.0598, read \d+ s ago/)
  expect(container.textContent).toContain('100 of 3,000 left')
  expect(container.querySelector('dl')?.textContent).toMatch(
    /Opened.*Madrid, your time.*UTC.*Closes.*Madrid, your time.*UTC/,
  )
})

it('says when once to whose clock shows UTC', async () => {
  clockIn('UTC')
  const { container } = await open()
  expect(container.querySelector('dl')?.textContent).toMatch(/^Opened[^U]*UTCCloses[^U]*UTC$/)
})

it('has the slip with the first sign of a visitor, the bar of narrow windows with it', async () => {
  const { container, slip } = await open({}, null)
  expect(slip()).toBeNull()
  await act(async () => void dispatchEvent(new Event('pointermove')))
  await eventually(() => expect(slip()?.textContent).toContain('You sign once. It does two things:'))
  const bar = container.querySelector('form[aria-label="Buy at once"]')
  expect(bar?.textContent).toBe('$24.99 417.90 WAX−1+Login to Buy')
  await act(async () => bar?.querySelector<HTMLButtonElement>('[aria-label="One pack more"]')?.click())
  expect(bar?.textContent).toContain('$49.98 835.79 WAX')
  expect(slip()?.textContent).toContain('Takes 2 packs')
  await act(async () => bar?.querySelector<HTMLButtonElement>('[type=submit]')?.click())
  await eventually(() => expect(wallet.login).toHaveBeenCalledOnce())
})

it('has who uses a keyboard in the slip when its bar goes away with what they press', async () => {
  setUser(alice)
  const { container, slip } = await open()
  await act(async () => store.set('userWaxBalance', 50_000_000_000n))
  const more = container.querySelector<HTMLButtonElement>('form[aria-label="Buy at once"] [aria-label="One pack more"]')
  more?.focus()
  await act(async () => more?.click())
  expect(slip()?.textContent).toContain('335.79 WAX short')
  expect(document.activeElement).toBe(slip())
  store.set('userWaxBalance', null)
})

it('has the slip after a while for who only looks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { slip } = await open({}, null)
  await act(async () => void (await vi.advanceTimersByTimeAsync(4000)))
  vi.useRealTimers()
  await eventually(() => expect(slip()).not.toBeNull())
})

it('has the slip for a user once the page is idle', async () => {
  setUser(alice)
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback))
  const { slip } = await open({}, null)
  await eventually(() => expect(slip()?.textContent).toContain('Buy 1 pack'))
})

it('stays as it was when the drop leaves the list, what is inside too', async () => {
  const { container } = await open()
  const inside = await showAround(<Inside look={LOOK} />)
  await act(async () => store.set('rowDrops', []))
  expect(container.textContent).toContain('100 of 3,000 left')
  expect(inside.container.textContent).toContain('8 cards in a pack. One of them is Captain or rarer')
})

it('goes with the answers: paused, open, nearly gone, sold out', async () => {
  const notice = { en: 'We look at the price feed.', es: 'Miramos el precio.', since: '2026-11-22T14:20:00Z' }
  let paused: object | undefined = { football: notice }
  let row = dropRow()
  const answer = () => new Response(JSON.stringify({ rows: [row], more: false, next_key: '', paused }))
  const { container, slip } = await open({ drops: answer })
  const next = () => act(async () => void (await ask(siteQuestions.drops(network), { maxAge: 0 })))
  expect(slip()?.textContent).toContain('We look at the price feed.')
  expect(container.querySelector('form')).toBeNull()
  paused = undefined
  await next()
  expect(slip()?.textContent).toContain('Sale is live!')
  row = dropRow({ current_claimed: 2993 })
  await next()
  expect(slip()?.textContent).toContain('7 packs left')
  row = dropRow({ current_claimed: 3000 })
  await next()
  expect(slip()?.textContent).toContain('Sold out')
  expect(container.querySelector('form')).toBeNull()
})

it("is prerendered around the gateway's slot, and says without script what could not be read", () => {
  const sale = <DropSale look={LOOK} pages="/football/drops" />
  const markup = markupOf(
    <DropPage look={LOOK} floor={null} sale="/football#packs" inside={null}>
      {sale}
    </DropPage>,
  )
  expect(markup).toMatch(/<div data-slot="drop"[^>]*><\/div>/)
  expect(markup).toContain('We could not read the packs.')
})
