// @vitest-environment jsdom
import { traitsOf } from '@fieldhouse/design'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, markupOf, show } from '@fieldhouse/edition-kit/testing'
import { alice, setUser } from '@fieldhouse/sale/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { deck, look } from '../testing/edition'
import { type Assets, assetRow, packRow, serve } from '../testing/served'
import { CardView } from './CardView'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)

const page = <CardView look={look} deck={deck} />
const CARD = assetRow(1, 700003, 7, { minted_at_time: String(Date.UTC(2026, 10, 24, 15, 2)) })
const ID = CARD.asset_id
const { team, position, number } = traitsOf(deck, 700003)

afterEach(async () => {
  await clearShown()
  setUser(null)
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

async function open(asset: string, assets: Assets = [CARD]) {
  history.replaceState(null, '', `/football/my-cards/card?asset=${asset}`)
  const asked = serve(assets)
  const { container } = await show(page)
  const heading = () => container.querySelector('h1')?.textContent
  return { container, heading, asked }
}

it('is written as an outline', () => {
  expect(markupOf(page)).toMatch(/<h1>.<\/h1>/)
  expect(markupOf(page)).not.toMatch(/ style=|role="img"|<button/)
})

it('shows the card of the address to anybody, with its copy, its owner and the market', async () => {
  const { container, heading, asked } = await open(ID)
  await eventually(() => expect(heading()).toBe(team.name))
  expect(asked).toEqual([expect.stringContaining(`asset_id=${ID}`)])
  expect(container.textContent).toContain(`${position}, number ${number}.`)
  expect(container.textContent).toContain('Owneralice.wam')
  expect(container.textContent).toContain('24 Nov 2026, 15:02 UTC')
  expect(container.querySelector('svg[aria-label^="Copy 7 of"]')).not.toBeNull()
  expect(container.querySelector('a[target=_blank]')?.getAttribute('href')).toContain(ID)
})

it('tells its owner so', async () => {
  setUser(alice)
  const { container } = await open(ID)
  await eventually(() => expect(container.textContent).toContain('alice.wam, you'))
})

it('shows another card when the visitor goes back to it', async () => {
  const other = assetRow(2, 700009, 1)
  const { heading } = await open(ID, () => [new URLSearchParams(location.search).get('asset') === ID ? CARD : other])
  await eventually(() => expect(heading()).toBe(team.name))
  await act(async () => {
    history.replaceState(null, '', `?asset=${other.asset_id}`)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await eventually(() => expect(heading()).toBe(traitsOf(deck, 700009).team.name))
})

it.each<[string, string, Assets]>([
  ['no id', '', [CARD]],
  ['what is no id', '007', [CARD]],
  ['nothing', ID, []],
  ['a burned card', ID, [{ ...CARD, owner: null }]],
  ['a pack', ID, [packRow(1)]],
  ["another edition's card", ID, [{ ...CARD, schema: { schema_name: 'basketball' } }]],
])('says of an address with %s that there is no such card', async (_, asset, assets) => {
  const { heading } = await open(asset, assets)
  await eventually(() => expect(heading()).toBe('There is no such card'))
})

it('says that the card cannot be read, and looks again', async () => {
  let assets: () => object[] | Response = () => new Response('', { status: 502 })
  const { container, heading } = await open(ID, () => assets())
  await eventually(() => expect(heading()).toBe('The card cannot be read now'))
  assets = () => [CARD]
  await act(async () => container.querySelector('button')?.click())
  await eventually(() => expect(heading()).toBe(team.name))
})
