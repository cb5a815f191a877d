// @vitest-environment jsdom
import { ask, forgetUser, rememberUser, siteQuestions } from '@fieldhouse/chain-data'
import { rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import { TIERS, traitsOf } from '@fieldhouse/design'
import { eventually, withDialogs } from '@fieldhouse/design/testing'
import { clearShown, markupOf, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { type Assets, assetRow, deck, look, openedRow, packRow, remember, serve } from '@fieldhouse/holdings/testing'
import { alice, claimRow, setUser, tables } from '@fieldhouse/sale/testing'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MyCards } from './MyCards'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)

const { network } = testRoot().settings
const page = <MyCards look={look} deck={deck} />

/** So many cards of a tier, each of another copy. */
const ofTier = (tier: number, count: number) => {
  const template = Array.from({ length: 99 }, (_, id) => 700001 + id).find(
    (id) => traitsOf(deck, id).tier === tier,
  ) as number
  return Array.from({ length: count }, (_, copy) => assetRow(tier * 1000 + copy, template, copy + 1))
}

let account = 0

beforeEach(() => {
  // What one test's user has seen is not the next one's.
  account += 1
  setUser({ ...alice, accountName: `alice${account}.wam` })
  rememberUser(`alice${account}.wam`)
  // What jsdom has none of.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  await clearShown()
  setUser(null)
  forgetUser(`alice${account}.wam`)
  localStorage.clear()
})

async function open(assets: Assets) {
  serve(assets)
  const { container } = await show(page)
  const heading = () => container.querySelector('h2')?.textContent ?? ''
  const button = (name: string) =>
    [...container.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.startsWith(name),
    ) as HTMLButtonElement
  const press = (name: string) => act(async () => button(name).click())
  /** Opens the filters, which come by that. */
  const filter = async () => {
    await press('Filter')
    await eventually(() => expect(button('Rafters').closest('[hidden]')).toBeNull())
  }
  const cards = () => container.querySelectorAll('svg[role=img]').length
  return { container, heading, button, press, filter, cards }
}

it('is written as outlines and empty cells, with nothing to operate and no style', () => {
  const markup = markupOf(page)
  expect(markup).toContain('cards are yours')
  expect(markup).not.toMatch(/ style=|role="img"/)
  expect(markup.match(/<(input|select|button)/g)).toHaveLength(6)
  expect(markup.match(/<(input|select|button)[^>]* disabled=""/g)).toHaveLength(6)
  expect(markupOf(page, 'es')).toContain('cartas son tuyas')
})

it('counts the cards of the edition, and hangs the rarest on the beam and the first of each other tier on its rack', async () => {
  const { container, heading, cards } = await open([
    ...TIERS.flatMap((tier) => ofTier(tier, 40)),
    assetRow(9, 700051, 1, { schema: { schema_name: 'basketball' } }),
    packRow(1),
    packRow(2),
    { nonsense: true },
  ])
  await eventually(() => expect(heading()).toBe('200 cards are yours'))
  expect(container.textContent).toContain('Packs to open2')
  const wall = [...container.querySelectorAll('a')].find(({ textContent }) => textContent === 'Show my wall')
  expect(wall?.getAttribute('href')).toMatch(/^\/football\/wall\/alice\d+\.wam$/)
  expect(cards()).toBe(9 + 5 + 8 + 11 + 34)
  const racks = [...container.querySelectorAll('section[aria-labelledby] h2')].map(({ textContent }) => textContent)
  expect(racks).toEqual(['Marquee 40', 'Captain 40', 'Starter 40', 'Walk-on 40'])
  const [first] = container.querySelectorAll('a:has(svg[role=img])')
  expect(first?.getAttribute('href')).toBe(`/football/my-cards/card?asset=${1_099_511_627_776 + 5000}`)
})

it('says that the next hook is free, and that one card is a card', async () => {
  const { container, heading } = await open(ofTier(5, 1))
  await eventually(() => expect(heading()).toBe('1 card is yours'))
  expect(container.textContent).toContain('Room for the second')
  expect(container.textContent).toContain('Only you can move it.')
})

it('says of an empty wall where the packs are', async () => {
  const { container, heading } = await open([])
  await eventually(() => expect(heading()).toBe('Nothing hangs here yet'))
  expect(container.textContent).toContain('See the packs')
})

describe('a first pack', () => {
  it('hangs alone while nothing else does, says what is in it, and is opened by one press', async () => {
    const { container, heading, button } = await open([packRow(1, { cards: 8, least: 'rare' })])
    await eventually(() => expect(heading()).toBe('Your first pack'))
    expect(container.querySelector('[role=status]')?.textContent).toBe(
      'Eight cards are in it, one of them a Captain or rarer. Open it, and they hang here.',
    )
    expect(button('Open it').getAttribute('aria-label')).toBe('Open it: Opening Drive')
    expect(container.querySelector('search')).toBeNull()
  })

  it('hangs one card where there is one in it', async () => {
    const { container } = await open([packRow(1, { cards: 1 })])
    const says = () => container.querySelector('[role=status]')?.textContent
    await eventually(() => expect(says()).toBe('One card is in it. Open it, and it hangs here.'))
  })

  it('is the newest of several, which are counted, and promises no tier that is not known', async () => {
    const packs = [packRow(1), packRow(2), packRow(3), packRow(4, { name: 'Night Game', cards: 12 })]
    const { container, button } = await open(packs)
    await eventually(() => expect(button('Open it')?.getAttribute('aria-label')).toBe('Open it: Night Game'))
    expect(container.querySelector('[role=status]')?.textContent).toBe(
      'Twelve cards are in it. Open it, and they hang here.',
    )
    expect(container.textContent).toContain('and 3 more')
  })
})

describe('an asset index that does not answer', () => {
  const gone = () => new Response('{"message":"no index"}', { status: 502 })

  it('is told, and asked again', async () => {
    let assets: () => object[] | Response = gone
    const { heading, press } = await open(() => assets())
    await eventually(() => expect(heading()).toBe('We cannot see your wall right now'))
    assets = () => ofTier(4, 2)
    await press('Look again')
    await eventually(() => expect(heading()).toBe('2 cards are yours'))
  })

  it('leaves the wall that was seen last in this browser, with its time', async () => {
    const holdings = [{ id: '7', edition: 'football', templateId: 700001, mint: 3, pack: null }]
    remember(network.chainId, { account: `alice${account}.wam`, at: Date.UTC(2026, 10, 27, 14, 31), holdings })
    const { container, heading, cards } = await open(gone)
    await eventually(() => expect(heading()).toBe('We cannot see your wall right now'))
    expect(container.textContent).toContain('This is your wall as of 27 Nov 2026, 14:31 UTC.')
    expect(cards()).toBe(1)
  })
})

it('leaves the stage where it was opened when the wall can be read again, and has packs and no cards', async () => {
  withDialogs()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const pack = { name: 'Opening Drive', dropId: '1', cards: 3 }
  const holdings = [{ id: packRow(1).asset_id, edition: 'football', templateId: 700101, mint: 1, pack }]
  remember(network.chainId, { account: `alice${account}.wam`, at: Date.UTC(2026, 10, 27), holdings })
  let assets: () => object[] | Response = () => new Response('', { status: 502 })
  const { container, heading, press } = await open(() => assets())
  await eventually(() => expect(heading()).toBe('We cannot see your wall right now'))
  await press('Open')
  const dialog = () => container.querySelector('dialog')
  await eventually(() => expect(dialog()).not.toBeNull())
  const stage = dialog()
  assets = () => [packRow(1)]
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  await eventually(() => expect(container.textContent).not.toContain('We cannot see'))
  expect(dialog()).toBe(stage)
})

it('shows the first pack of who logs in, as in another tab, while packs of who was logged in stand on the stage', async () => {
  withDialogs()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { container, heading, press } = await open([...ofTier(4, 2), packRow(1)])
  await eventually(() => expect(heading()).toBe('2 cards are yours'))
  await press('Open')
  await eventually(() => expect(container.querySelector('dialog')).not.toBeNull())
  serve([packRow(2)])
  const bob = `bob${account}.wam`
  await act(async () => {
    rememberUser(bob)
    setUser({ ...alice, accountName: bob })
  })
  await eventually(() => expect(heading()).toBe('Your first pack'))
  expect(container.querySelector('dialog')).toBeNull()
})

it('says that what was bought cannot be read, and counts no claims, where the gateway has none of them', async () => {
  const claims = () => new Response('', { status: 502 })
  serve(ofTier(4, 2), tables({ claims }), {}, [openedRow(1, Date.UTC(2026, 10, 24), 50)])
  await ask(siteQuestions.drops(network), { maxAge: 0 })
  const { container } = await show(page)
  await eventually(() => expect(container.textContent).toContain('1 pack opened'))
  await eventually(() =>
    expect(container.textContent).toContain('What you bought and collected cannot be read right now.'),
  )
  expect(container.textContent).toContain('To collect—')
})

it('says so, too, under what was bought before, and counts the claims that were read then', async () => {
  const user = `alice${account}.wam`
  serve([], tables({ claims: [{ ...claimRow(2), claimer: user }] }))
  await rowAvailableDropsToClaim(network, user)
  serve(ofTier(4, 2), tables({ claims: () => new Response('', { status: 502 }) }))
  await ask(siteQuestions.drops(network), { maxAge: 0 })
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
  const { container } = await show(page)
  await eventually(() => expect(container.textContent).toContain('2 packs, Opening Drive'))
  await eventually(() =>
    expect(container.textContent).toContain('What you bought and collected cannot be read right now.'),
  )
  expect(container.textContent).toContain('To collect0')
})

describe('what is looked for', () => {
  it('hangs on an even wall, whose count is said, and everything comes back by one press', async () => {
    const { container, heading, press, filter, button } = await open([...ofTier(4, 3), ...ofTier(2, 9)])
    await eventually(() => expect(heading()).toBe('12 cards are yours'))
    await filter()
    await press('Starter')
    expect(button('Starter').getAttribute('aria-pressed')).toBe('true')
    await eventually(() =>
      expect(container.querySelector('ul[aria-label]')?.getAttribute('aria-label')).toBe('9 cards found'),
    )
    expect([...container.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)).toContain(
      '9 cards found',
    )
    await press('Rafters')
    expect(container.textContent).toContain('No card fits all of that.')
    await press('Clear all filters')
    expect(container.querySelectorAll('section[aria-labelledby] h2')).toHaveLength(4)
  })

  it('keeps the focus, and begins in sight, when what was pressed goes as it comes', async () => {
    const { container, heading, button, press, filter } = await open([...ofTier(4, 3), ...ofTier(1, 9)])
    await eventually(() => expect(heading()).toBe('12 cards are yours'))
    await filter()
    for (const [first, ...others] of [
      ['See all'],
      ['Clear all filters', 'Walk-on', 'Rafters'],
      ['See the doubles', 'Teams'],
    ]) {
      for (const other of others) await press(other)
      await eventually(() => expect(button(first ?? '')).toBeTruthy())
      button(first ?? '').focus()
      await press(first ?? '')
      await eventually(() => expect(button(first ?? '')).toBeFalsy())
      expect(document.activeElement, first).toBe(container.querySelector('search'))
    }
    await press('Racks')
  })

  it('is counted with its thousands apart', async () => {
    const { container, heading, press, filter, button } = await open(ofTier(1, 1204))
    await eventually(() => expect(heading()).toBe('1,204 cards are yours'))
    await filter()
    expect(button('See all').textContent).toBe('See all (1,204): Walk-on')
    await press('Walk-on')
    expect(container.querySelector('ul[aria-label]')?.getAttribute('aria-label')).toBe('1,204 cards found')
    await press('Rafters')
    expect(container.textContent).toContain('You own 1,204 cards, and none fits')
    await press('Clear all filters')
  })

  it('stands in the document up to 80 cards, however high the window is, and all of them when it is printed', async () => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1300, 100))
    vi.stubGlobal('innerHeight', 20_000)
    const { heading, press, filter, cards, container } = await open(ofTier(1, 500))
    await eventually(() => expect(heading()).toBe('500 cards are yours'))
    await filter()
    await press('Walk-on')
    await eventually(() => expect(cards()).toBe(80))
    const { style } = container.querySelector('ul[aria-label]') as HTMLElement
    expect(Number.parseFloat(style.blockSize)).toBeGreaterThan(10_000)
    // In the event itself: the sheets are made right after it.
    dispatchEvent(new Event('beforeprint'))
    expect([cards(), style.blockSize]).toEqual([500, ''])
    await act(async () => dispatchEvent(new Event('afterprint')))
    await eventually(() => expect(cards()).toBe(80))
    await press('Walk-on')
  })
})

describe('team by team', () => {
  it('opens the most complete team, and another in its place by one press, and stands in the address', async () => {
    const { container, heading, press } = await open(TIERS.flatMap((tier) => ofTier(tier, 4)))
    await eventually(() => expect(heading()).toBe('20 cards are yours'))
    await press('Teams')
    const opened = () => container.querySelector('h3')?.textContent
    await eventually(() => expect(opened()).toBeTruthy())
    expect(location.search).toBe('?view=teams')
    const other =
      container.querySelector('section[aria-labelledby=teams] > ul button')?.querySelector('b')?.textContent ?? ''
    expect(other).not.toBe(opened())
    await press(other)
    expect(opened()).toBe(other)
    expect(document.activeElement?.textContent).toBe(other)
    await press('Doubles')
    expect(location.search).toBe('?view=doubles')
    expect(container.querySelector('ul[aria-label]')?.getAttribute('aria-label')).toBe('15 cards found')
    await press('Racks')
    expect(location.search).toBe('')
    expect(container.querySelectorAll('section[aria-labelledby] h2')).toHaveLength(4)
  })
})
