// @vitest-environment jsdom
import { TIERS, traitsOf } from '@fieldhouse/design'
import { clearShown, eventually, show } from '@fieldhouse/design/testing'
import { inRoot, markupOf, testRoot } from '@fieldhouse/edition-kit/testing'
import { type Assets, assetRow, deck, look, packRow, serve } from '@fieldhouse/holdings/testing'
import { alice, setUser, wallet } from '@fieldhouse/sale/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PublicWall } from './PublicWall'
import { WallPage } from './WallPage'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)

beforeEach(() => setUser(null))
afterEach(async () => {
  await clearShown()
  setUser(null)
})

/** So many cards of a tier, the first copies of it. */
function ofTier(tier: number, count: number) {
  const template = Array.from({ length: 99 }, (_, id) => 700001 + id).find((id) => traitsOf(deck, id).tier === tier)
  return Array.from({ length: count }, (_, copy) => assetRow(tier * 1000 + copy, template as number, copy + 3))
}

async function open(assets: Assets, language: 'en' | 'es' = 'en') {
  const asked = serve(assets)
  const { container } = await show(<PublicWall look={look} deck={deck} />, language, (element) =>
    inRoot(element, testRoot(language, { path: '/football/wall/vault.wam', route: '/football/wall/:account' })),
  )
  const said = () => container.querySelector('[role=status]')?.textContent
  const hung = () => [...container.querySelectorAll('section[aria-label="The best of this wall"] svg[role=img]')]
  return { container, asked, said, hung }
}

it('has the name in the page before any script, as wide as the page', () => {
  const markup = markupOf(<WallPage sport="football">x</WallPage>)
  expect(markup).toContain('viewBox="0 -810 @item/room@ 820"')
  expect(markup).toContain('textLength="@item/width@"')
  expect(markup).toMatch(/<h1[^>]*>.*@item\/account@.*<\/h1>/)
  expect(markup).toContain('only @item/account@ can move these cards')
  expect(markupOf(<WallPage sport="fútbol">x</WallPage>, 'es')).toContain('Un muro en la planta de fútbol.')
  expect(markup).not.toMatch(/ style=/)
})

it('shows the cards of the account in the address to anybody, and nothing to open, to collect or to buy', async () => {
  const { container, asked, said, hung } = await open([...TIERS.flatMap((tier) => ofTier(tier, 9)), packRow(1)])
  await eventually(() => expect(said()).toBe('45 cards hang here.'))
  expect(asked[0]).toContain('owner=vault.wam')
  await eventually(() => expect(hung()).toHaveLength(5))
  for (const card of hung()) expect(card.getAttribute('aria-label')).toMatch(/^Rafters/)
  expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent?.trim())).toEqual([
    '45',
    '9',
    '3 of 25',
    '0 of 6',
  ])
  expect([...container.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    'Yours? Log in',
    'Share this wall',
  ])
})

it('hangs the best five of any tier where there are fewer of the rarest', async () => {
  const { hung } = await open([...ofTier(2, 4), ...ofTier(5, 2), ...ofTier(4, 1)])
  await eventually(() => expect(hung()).toHaveLength(5))
  const tiers = hung().map((card) => card.getAttribute('aria-label')?.split(' ')[0])
  expect(tiers).toEqual(['Rafters', 'Rafters', 'Marquee', 'Starter', 'Starter'])
})

it('says that nothing hangs there yet', async () => {
  const { container, said } = await open([], 'es')
  await eventually(() => expect(said()).toBe('Aquí aún no cuelga nada'))
  expect(container.querySelector('h2')?.textContent).toBe('Aquí aún no cuelga nada')
})

it('says that it cannot be seen, and looks again', async () => {
  let rows: object[] | null = null
  const { container, said } = await open(() => rows ?? new Response('', { status: 500 }))
  await eventually(() => expect(said()).toBe('We cannot see this wall right now'))
  rows = ofTier(5, 1)
  await act(async () => container.querySelector('button')?.click())
  await eventually(() => expect(said()).toBe('1 card hangs here.'))
})

it('has one door: to log in, or for its owner to their cards', async () => {
  const { container } = await open([])
  const door = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Yours? Log in')
  await act(async () => door?.click())
  expect(wallet.login).toHaveBeenCalledOnce()
  await act(async () => setUser({ ...alice, accountName: 'vault.wam' }))
  expect(container.querySelector('a[href="/football/my-cards"]')?.textContent).toBe('Yours: my cards')
  await act(async () => setUser(alice))
  expect(container.textContent).not.toContain('Yours')
})

const refused = (name: string) => async () => {
  throw new DOMException('', name)
}

it.each([
  ['shares none', {}],
  ['refuses to', { share: refused('NotAllowedError') }],
])('copies its address where the browser %s', async (_, sharing) => {
  const { container } = await open([])
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText }, ...sharing })
  const share = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Share this wall')
  await act(async () => share?.click())
  expect(writeText).toHaveBeenCalledWith(location.href)
  expect(wallet.toast).toHaveBeenCalledWith({ kind: 'success', text: 'Link copied.' })
})

it.each([
  ['closes the share sheet', 'AbortError'],
  ['presses again while it is open', 'InvalidStateError'],
])('has no word for who %s', async (_, name) => {
  const { container } = await open([])
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText }, share: refused(name) })
  const share = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Share this wall')
  await act(async () => share?.click())
  expect([writeText, wallet.toast].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})
