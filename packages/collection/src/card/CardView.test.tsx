// @vitest-environment jsdom
import { SUPPLY, traitsOf } from '@fieldhouse/design'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, markupOf, show } from '@fieldhouse/edition-kit/testing'
import { type Assets, assetRow, deck, look, packRow, saleRow, serve } from '@fieldhouse/holdings/testing'
import { formatNumber } from '@fieldhouse/i18n'
import { alice, setUser, tables } from '@fieldhouse/sale/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { CardView } from './CardView'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)

const page = <CardView look={look} deck={deck} />
const CARD = assetRow(1, 700003, 7, { minted_at_time: String(Date.UTC(2026, 10, 24, 15, 2)) })
const ID = CARD.asset_id
const { team, position, number, tier } = traitsOf(deck, 700003)

afterEach(async () => {
  await clearShown()
  setUser(null)
  history.replaceState(null, '', '/')
})

async function open(
  asset: string,
  assets: Assets = [CARD],
  sales?: Parameters<typeof serve>[2],
  served?: Parameters<typeof serve>[1],
) {
  history.replaceState(null, '', `/football/my-cards/card?asset=${asset}`)
  const asked = serve(assets, served, sales)
  const { container } = await show(page)
  const heading = () => container.querySelector('h1')?.textContent
  return { container, heading, asked }
}

it('is written as an outline', () => {
  expect(markupOf(page)).toContain('<h1>A card</h1>')
  expect(markupOf(page)).not.toMatch(/ style=|role="img"|<button/)
})

it('shows the card of the address to anybody, with its copy, its owner and the market', async () => {
  const { container, heading, asked } = await open(ID)
  await eventually(() => expect(heading()).toBe(team.name))
  expect(asked[0]).toContain(`asset_id=${ID}`)
  expect(container.textContent).toContain(`${position}, number ${number}.`)
  expect(container.textContent).toContain('Owneralice.wam')
  await eventually(() => expect(container.textContent).toContain('24 Nov 2026, 15:02 UTC'))
  expect(container.querySelector('svg[aria-label^="Copy 7 of"]')).not.toBeNull()
  expect(container.querySelector('a[target=_blank]')?.getAttribute('href')).toContain(ID)
})

it('keeps the name of a tier on one line, at its hyphen too', async () => {
  const walkOn = [...Array(99).keys()].map((id) => 700_000 + id).find((id) => traitsOf(deck, id).tier === 1) ?? 0
  const { container, heading } = await open(ID, [{ ...CARD, template: { template_id: String(walkOn) } }])
  await eventually(() => expect(heading()).toBe(traitsOf(deck, walkOn).team.name))
  expect(container.querySelector('[role=status]')?.textContent).toContain('A Walk-\u2060on card.')
})

it('says of a card that it has no number yet while the index has none', async () => {
  const { container, heading } = await open(ID, [{ ...CARD, template_mint: '0' }])
  await eventually(() => expect(heading()).toBe(team.name))
  expect(container.textContent).toContain(`— of ${formatNumber(SUPPLY[tier], 'en')}`)
  // Nor is it marked among the copies.
  expect(container.querySelector('svg[aria-label^="Copy"]')).toBeNull()
})

/** What the page says in a fact or a row. */
const lines = (container: Element, selector: string) =>
  [...container.querySelectorAll(selector)].map(({ children }) => [...children].map(({ textContent }) => textContent))

it('says what copies cost and cost others, as facts', async () => {
  const { container } = await open(ID, [CARD], {
    sold: [
      ...[saleRow(4, 14, 3533), saleRow(3, 2, 164), saleRow(5, 3, 9, { token_symbol: 'OTHER' })],
      ...[saleRow(6, 3, 9, { template_mint: 'third' }), saleRow(7, 3, 9, { updated_at_time: '2026-11-18' })],
    ],
    listed: [saleRow(8, 9, 2500), saleRow(1, 7, 2000)],
  })
  await eventually(() => expect(container.textContent).toContain('What somebody paid'))
  expect(lines(container, 'dl > div').slice(1, 4)).toEqual([
    ['Last sale', '3,533.00 WAXcopy 14, 18 Nov 2026, 09:04 UTC'],
    ['Floor now', `2,000.00 WAX2 of ${formatNumber(SUPPLY[tier], 'en')} listed`],
    ['This copy', '2,000.00 WAX'],
  ])
  expect(lines(container, 'tbody tr').map((cells) => cells[2])).toEqual(['3,533.00 WAX', '164.00 WAX'])
})

it('says what others paid in dollars too, where the median of the hour is kept', async () => {
  const sold = [saleRow(4, 14, 3533), { ...saleRow(3, 2, 164), updated_at_time: Date.UTC(2026, 7, 1) }]
  const medians = [{ at: '2026-11-18T09:00:00Z', median: 592 }]
  const { container } = await open(ID, [CARD], { sold, listed: [] }, tables({ medians }))
  const paid = () => lines(container, 'tbody tr').map((cells) => cells[2])
  await eventually(() => expect(paid()).toEqual(['3,533.00 WAX $209.15', '164.00 WAX']))
})

it('says "never sold" only when the market says so, which tells of no sale of several cards together', async () => {
  const none = await open(ID, [CARD], { sold: [], listed: [] })
  await eventually(() => expect(none.container.textContent).toContain('Never sold singly for WAX.'))
  expect(lines(none.container, 'dl > div').slice(1, 4).flat()).toEqual(
    expect.arrayContaining(['Never sold singly for WAX', 'None singly for WAX', 'Not listed singly for WAX']),
  )
  await clearShown()
  const unknown = await open(ID)
  await eventually(() => expect(unknown.container.textContent).toContain('the market does not answer'))
  expect(lines(unknown.container, 'dl > div').slice(1, 4)).toEqual(
    ['Last sale', 'Floor now', 'This copy'].map((name) => [name, 'not known']),
  )
  expect(unknown.container.textContent).not.toContain('ever sold')
})

it('does not say that there is none for WAX where others take all places of the answer', async () => {
  const others = (count: number) =>
    Array.from({ length: count }, (_, place) => saleRow(100 + place, 20, 1, { token_symbol: 'OTHER' }))
  const sales = { sold: others(100), listed: [...others(99), saleRow(8, 9, 2500)] }
  const { container } = await open(ID, [CARD], sales)
  const facts = () => lines(container, 'dl > div').slice(1, 4)
  await eventually(() =>
    expect(facts()).toEqual([
      ['Last sale', 'not known'],
      ['Floor now', `2,500.00 WAX1+ of ${formatNumber(SUPPLY[tier], 'en')} listed`],
      ['This copy', 'not known'],
    ]),
  )
  await clearShown()
  const again = await open(ID, [CARD], { sold: [], listed: others(100) })
  await eventually(() => expect(lines(again.container, 'dl > div')[2]).toEqual(['Floor now', 'not known']))
})

it('lets its owner play, lend and list it, and others see it on the market', async () => {
  const deeds = (container: Element) =>
    [...container.querySelectorAll('p a[target=_blank]')].map(({ textContent }) => textContent?.split(' (')[0])
  const other = await open(ID)
  await eventually(() => expect(deeds(other.container)).toEqual(['See it on the market']))
  await clearShown()
  setUser(alice)
  const own = await open(ID)
  await eventually(() => expect(deeds(own.container)).toEqual(['Play it', 'Lend it', 'List it']))
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
  ['an id that the chain cannot have', '18446744073709551616', () => new Response('', { status: 400 })],
  ['nothing', ID, []],
  ['a burned card', ID, [{ ...CARD, owner: null }]],
  ['a pack', ID, [packRow(1)]],
  ["another edition's card", ID, [{ ...CARD, schema: { schema_name: 'basketball' } }]],
])('says of an address with %s that there is no such card', async (_, asset, assets) => {
  const { heading } = await open(asset, assets)
  await eventually(() => expect(heading()).toBe('There is no card here'))
})

it('says that the card cannot be read, and looks again', async () => {
  let assets: () => object[] | Response = () => new Response('', { status: 502 })
  const { container, heading } = await open(ID, () => assets())
  await eventually(() => expect(heading()).toBe('The card cannot be read now'))
  assets = () => [CARD]
  await act(async () => container.querySelector('button')?.click())
  await eventually(() => expect(heading()).toBe(team.name))
})
