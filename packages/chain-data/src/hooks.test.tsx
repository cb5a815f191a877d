// @vitest-environment jsdom
import type { NetworkSettings } from '@fieldhouse/contract'
import { act, StrictMode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppDataName } from './index'
import { PACE, SLOW_REFRESH_INTERVAL } from './refresh'
import { type Data, importData } from './testing/data'
import { serveStreams } from './testing/event-source'
import { network } from './testing/network'
import { dropRow, partnerRow, pointRow } from './testing/rows'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const NOW = Date.UTC(2026, 10, 27, 14)
const table = (...rows: object[]) => ({ rows: rows as Record<string, unknown>[], more: false, next_key: '' })
const drop = (id: number, changes: object = {}) =>
  dropRow({ drop_id: id, start_time: NOW / 1000 - 60, end_time: NOW / 1000 + 60, ...changes })
const medianAt = (median: number) => table(pointRow(0, median, '2026-11-27T13:59:00.000'))

/** As in `site-data`, which each test loads anew. */
const STALE_AFTER = 30_000

let data: Data
let roots: Root[]
let stops: (() => void)[]
let renders: number

beforeEach(async () => {
  vi.useFakeTimers()
  vi.setSystemTime(NOW + 3_600_000)
  vi.resetModules()
  data = await importData()
  roots = []
  stops = []
  renders = 0
})
afterEach(() => {
  for (const stop of stops) stop()
  act(() => {
    for (const root of roots) root.unmount()
  })
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

/** Keeps the page up to date until the test has ended. */
const startRefresh = (of: NetworkSettings) => void stops.push(data.startRefresh(of))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

function Sale() {
  const drops = data.useDrops('football')
  const median = data.useMedianPrice()
  renders += 1
  if (!drops) return <p>waiting</p>
  return <p>{`${drops.map(({ id, state, sold }) => `${id} ${state} ${sold}`).join(', ')} at ${median}`}</p>
}

function Value({ name }: { name: AppDataName }) {
  return <i>{String(data.useAppData(name))}</i>
}

function Now() {
  return <b>{String(data.useGatewayNow())}</b>
}

function Left({ target }: { target: string }) {
  return <u>{String(data.useRemaining(target))}</u>
}

function Unread() {
  return <s>{`${data.useUnreadSince('rowDrops')} ${data.useUnreadSince('medianPrice')}`}</s>
}

/** Hydrates what was prerendered, as a root of its own, and answers its element and React's complaints. */
const hydrate = async (node: React.ReactNode) => {
  const element = document.createElement('div')
  element.innerHTML = renderToString(node)
  const prerendered = element.innerHTML
  const complaints: unknown[] = []
  const said = vi.spyOn(console, 'error').mockImplementation((...message) => complaints.push(message))
  await act(async () => {
    roots.push(
      hydrateRoot(element, <StrictMode>{node}</StrictMode>, { onRecoverableError: (error) => complaints.push(error) }),
    )
  })
  said.mockRestore()
  return { element, prerendered, complaints }
}

it('prerenders the empty state and hydrates it without a complaint, with data already there', async () => {
  data.applySnapshot({ rowDrops: table(drop(1)), medianPrice: medianAt(200) }, NOW)
  const sale = await hydrate(<Sale />)
  const now = await hydrate(<Now />)
  expect([sale.prerendered, now.prerendered]).toEqual(['<p>waiting</p>', '<b>null</b>'])
  expect([...sale.complaints, ...now.complaints]).toEqual([])
  expect(sale.element.textContent).toBe('1 live 1377 at 200')
  expect(now.element.textContent).toBe(String(NOW))
})

it("counts the time that is left by the gateway's clock, from nothing known to nothing left", async () => {
  data.applySnapshot({}, NOW)
  const soon = await hydrate(<Left target={new Date(NOW + 1500).toISOString()} />)
  const mark = await hydrate(<Left target="@setting/countdowns.sale@" />)
  expect([soon.prerendered, soon.element.textContent, mark.element.textContent]).toEqual([
    '<u>null</u>',
    '2000',
    'null',
  ])
  await pass(3000)
  expect(soon.element.textContent).toBe('0')
})

it("shows a snapshot in every root at once, of its own edition only, by the gateway's clock", async () => {
  const first = await hydrate(<Sale />)
  const second = await hydrate(<Sale />)
  act(() =>
    data.applySnapshot(
      {
        rowDrops: table(drop(1), drop(2, { is_hidden: 1 }), drop(3, { edition: 'basketball' })),
        medianPrice: medianAt(200),
      },
      NOW,
    ),
  )
  expect([first.element.textContent, second.element.textContent]).toEqual(['1 live 1377 at 200', '1 live 1377 at 200'])
})

it('keeps what a later snapshot does not have', async () => {
  const { element } = await hydrate(<Sale />)
  act(() => data.applySnapshot({ rowDrops: table(drop(1)), medianPrice: medianAt(200) }, NOW))
  act(() => data.applySnapshot({}, NOW + 1000))
  expect(element.textContent).toBe('1 live 1377 at 200')
})

it('renders a list again when a drop changes its state, not each second', async () => {
  const { element } = await hydrate(<Sale />)
  act(() => data.applySnapshot({ rowDrops: table(drop(1)) }, NOW))
  renders = 0
  act(() => vi.advanceTimersByTime(59_000))
  expect(renders).toBe(0)
  act(() => vi.advanceTimersByTime(1000))
  expect(element.textContent).toBe('1 ended 1377 at null')
})

it('counts seconds by the gateway, whatever the visitor does to the clock', async () => {
  data.applySnapshot({}, NOW)
  const { element } = await hydrate(<Now />)
  vi.setSystemTime(0)
  act(() => vi.advanceTimersByTime(2000))
  expect(element.textContent).toBe(String(NOW + 2000))
})

/** The needs of pages, by the table or service that has them. */
const NEEDS = { rowDrops: 'drops', medianPrice: 'datapoints', partnersCodes: 'partners', PostsMedium: 'feed' } as const

/** The clock of a gateway, which is an hour behind the visitor's. */
const gatewayClock = () => Date.now() - 3_600_000 + 10_000

/** What a gateway tells a page that follows needs: all that changed of them. */
const told = (query: URLSearchParams, bodies: Partial<Record<string, () => object>>, at = gatewayClock()) =>
  Object.fromEntries(
    [...query].flatMap(([need, known]) => {
      const value = bodies[NEEDS[need as keyof typeof NEEDS]]?.()
      if (!value) return []
      const version = JSON.stringify(value).replace(/\W/g, '')
      return [[need, { version, at, block: 1, ...(known !== version && { value }) }]]
    }),
  )

/** The gateway: answers what pages follow of what is there, and lists what was asked. */
const serve = (bodies: Partial<Record<string, () => object>>) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const { pathname, searchParams } = new URL(address, 'http://gateway')
    const headers = { Date: new Date(gatewayClock()).toUTCString() }
    if (pathname !== '/_page/data') return new Response('', { status: 404 })
    return new Response(JSON.stringify(told(searchParams, bodies)), { headers })
  })
  return asked
}

it('shows a sale on an open page within seconds', async () => {
  let sold = 10
  const asked = serve({ drops: () => table(drop(1, { current_claimed: sold })), datapoints: () => medianAt(250) })
  const { element } = await hydrate(<Sale />)
  act(() =>
    data.applySnapshot({ rowDrops: table(drop(1, { current_claimed: sold })), medianPrice: medianAt(200) }, NOW),
  )
  startRefresh(network)
  await pass(PACE.soon)
  expect(element.textContent).toBe('1 live 10 at 250')
  sold = 11
  await pass(PACE.usual * 1.2)
  expect(element.textContent).toBe('1 live 11 at 250')
  // One question for both, with what is known of them.
  expect(asked[0]).toBe('/_page/data?rowDrops=&medianPrice=')
  expect(asked[1]).toMatch(/^\/_page\/data\?rowDrops=rows\w+&medianPrice=rows\w+$/)
})

it('asks for each by itself of a gateway that does not know the one question, and does not try it again', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (!address.startsWith('/api/')) return new Response('', { status: 404 })
    const headers = { Date: new Date(NOW).toUTCString() }
    return new Response(JSON.stringify(address.includes('datapoints') ? medianAt(250) : table(drop(1))), { headers })
  })
  const { element } = await hydrate(<Sale />)
  startRefresh(network)
  await pass(PACE.usual * 1.2)
  expect(element.textContent).toBe('1 live 1377 at 250')
  expect(asked.filter((address) => address.startsWith('/_page/data'))).toHaveLength(1)
  expect(asked.filter((address) => address.startsWith('/api/v1/rows/drops'))).toHaveLength(2)
})

describe('where the gateway tells what changes', () => {
  let sold: number
  let asked: string[]
  let opened: ReturnType<typeof serveStreams>
  beforeEach(async () => {
    // Loaded by then: no clock of a test waits for it.
    await import('./stream')
    sold = 10
    asked = serve({
      drops: () => table(drop(1, { current_claimed: sold, end_time: NOW / 1000 + 3600 })),
      datapoints: () => medianAt(250),
    })
    opened = serveStreams()
    answeredOver('h2')
  })
  const answeredOver = (nextHopProtocol: string) =>
    vi
      .spyOn(performance, 'getEntries')
      .mockReturnValue([{ name: `${location.origin}/football`, nextHopProtocol }] as never)
  const event = (sold: number) => ({
    rowDrops: {
      version: `sold${sold}`,
      at: Date.now(),
      value: table(drop(1, { current_claimed: sold, end_time: NOW / 1000 + 3600 })),
    },
    medianPrice: { version: 'told', at: Date.now(), value: medianAt(260) },
  })
  const setVisibility = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const tell = (sold: number) => act(async () => opened.at(-1)?.tell(event(sold)))

  it('is told, and does not ask', async () => {
    const { element } = await hydrate(<Sale />)
    startRefresh(network)
    await pass(PACE.soon)
    expect(opened.map(({ url }) => url)).toEqual([expect.stringMatching(/\?rowDrops=rows\w+&medianPrice=rows\w+$/)])
    await tell(11)
    expect(element.textContent).toBe('1 live 11 at 260')
    for (let passed = 0; passed < 60_000; passed += 15_000) {
      await pass(15_000)
      await tell(12)
    }
    expect(element.textContent).toBe('1 live 12 at 260')
    expect([asked, opened]).toEqual([[expect.any(String)], [expect.any(Object)]])
  })

  it('asks once it is over, and is told again from what it has then', async () => {
    const { element } = await hydrate(<Sale />)
    startRefresh(network)
    await pass(PACE.soon)
    await tell(11)
    sold = 12
    opened[0]?.fail()
    await pass(PACE.usual * 1.2)
    expect(element.textContent).toBe('1 live 12 at 250')
    expect([asked.length, opened.length, opened[0]?.isClosed]).toEqual([2, 2, true])
    expect(asked[1]).toContain('rowDrops=sold11')
  })

  it('asks as it does else when nothing comes, and tries again minutes later', async () => {
    const { element } = await hydrate(<Sale />)
    startRefresh(network)
    await pass(PACE.soon)
    opened[0]?.fail()
    sold = 11
    await pass(PACE.usual * 1.2)
    expect([element.textContent, opened.length]).toEqual(['1 live 11 at 250', 1])
    await pass(240_000)
    expect(opened).toHaveLength(1)
    await pass(90_000)
    expect(opened).toHaveLength(2)
  })

  it('only asks over HTTP/1, whose connections all tabs share', async () => {
    answeredOver('http/1.1')
    await hydrate(<Sale />)
    startRefresh(network)
    await pass(60_000)
    expect([asked.length > 3, opened.length]).toEqual([true, 0])
  })

  it('is told of what is shown from now on as well, and of nothing while it is hidden', async () => {
    await hydrate(<Sale />)
    startRefresh(network)
    await pass(PACE.soon)
    await tell(11)
    await hydrate(<Value name="partnersCodes" />)
    await pass(PACE.soon)
    expect([opened.length, opened[0]?.isClosed, opened[1]?.url]).toEqual([
      2,
      true,
      expect.stringContaining('partnersCodes='),
    ])
    await tell(12)
    // It has all of it already.
    await hydrate(<Sale />)
    expect(opened).toHaveLength(2)
    setVisibility('hidden')
    expect(opened[1]?.isClosed).toBe(true)
    setVisibility('visible')
    await pass(100)
    expect(opened).toHaveLength(3)
  })
})

it('asks most often around an opening, and least when nobody looks and nothing changes, until somebody does', async () => {
  const asked = serve({
    drops: () => table(drop(1, { start_time: NOW / 1000, end_time: NOW / 1000 + 3600 })),
    datapoints: () => medianAt(250),
  })
  await hydrate(<Sale />)
  startRefresh(network)
  /** How often it asks in so long. */
  const often = async (milliseconds: number) => {
    const before = asked.length
    await pass(milliseconds)
    return asked.length - before
  }
  // The drop opened ten seconds before.
  expect(await often(45_000)).toBeGreaterThanOrEqual(13)
  await pass(75_000)
  expect(await often(60_000)).toBeLessThanOrEqual(5)
  document.dispatchEvent(new Event('pointermove'))
  expect(await often(PACE.usual)).toBe(1)
  expect(await often(45_000)).toBeGreaterThanOrEqual(8)
})

it('does not let the snapshot of a page that was composed earlier undo what was read since', async () => {
  serve({ drops: () => table(drop(1, { current_claimed: 11 })), datapoints: () => medianAt(250) })
  const { element } = await hydrate(<Sale />)
  startRefresh(network)
  await pass(100)
  expect(element.textContent).toBe('1 live 11 at 250')
  act(() => data.applySnapshot({ rowDrops: table(drop(1, { current_claimed: 9 })) }, NOW))
  expect(element.textContent).toBe('1 live 11 at 250')
})

it('puts rows again that are confirmed, when a snapshot had replaced them', async () => {
  serve({ drops: () => table(drop(1, { current_claimed: 11 })), datapoints: () => medianAt(250) })
  const { element } = await hydrate(<Sale />)
  startRefresh(network)
  await pass(100)
  act(() => data.applySnapshot({ rowDrops: table(drop(1, { current_claimed: 12 })) }, NOW + 30_000))
  expect(element.textContent).toBe('1 live 12 at 250')
  await pass(PACE.usual * 1.2)
  expect(element.textContent).toBe('1 live 11 at 250')
})

it('asks once: another start replaces the first', async () => {
  const asked = serve({ drops: () => table(drop(1)), datapoints: () => medianAt(250) })
  await hydrate(<Sale />)
  startRefresh(network)
  startRefresh({ ...network, gameContract: 'anothergame' })
  await pass(100)
  expect(asked).toHaveLength(1)
  await pass(PACE.soon * 1.2)
  expect(asked).toHaveLength(2)
})

it.each<AppDataName>([
  'availableDropsToClaim',
  'partnersCodes',
  'userWaxBalance',
  'medianPrice',
  'rowDrops',
  'PostsMedium',
])('prerenders %s empty, whatever is known', (name) => {
  data.applySnapshot({ rowDrops: table(drop(1)), medianPrice: medianAt(200) }, NOW)
  expect(renderToString(<Value name={name} />)).toBe('<i>null</i>')
})

const FEED = 'https://medium.com/feed/cards'
const feedAnswer = (...titles: string[]) => ({
  status: 'ok' as const,
  feed: { url: FEED, title: '', link: '', author: '', description: '', image: '' },
  items: titles.map((title) => ({
    title,
    pubDate: '2026-11-26 08:01:19',
    link: 'https://medium.com/cards/1',
    guid: '1',
    author: '',
    thumbnail: '',
    description: '',
    content: '',
    enclosure: {},
    categories: [],
  })),
})

function Partners() {
  return <p>{data.useAppData('partnersCodes')?.map(({ code, uses }) => `${code} ${uses}`)}</p>
}

function Posts() {
  return <p>{data.useAppData('PostsMedium')?.map(({ title }) => title)}</p>
}

it('refreshes partners and posts every minute when a page shows them', async () => {
  let uses = 1
  const asked = serve({ partners: () => table(partnerRow({ uses })), feed: () => feedAnswer(`Post ${uses}`) })
  const partners = await hydrate(<Partners />)
  const blog = await hydrate(<Posts />)
  act(() => data.applySnapshot({ PostsMedium: feedAnswer('Packs') }, NOW))
  expect(blog.element.textContent).toBe('Packs')
  startRefresh(network)
  await pass(1000)
  expect([partners.element.textContent, blog.element.textContent]).toEqual(['hailmary 1', 'Post 1'])
  uses = 2
  await pass(SLOW_REFRESH_INTERVAL * 0.8)
  expect(asked).toEqual(['/_page/data?partnersCodes=&PostsMedium='])
  await pass(SLOW_REFRESH_INTERVAL * 0.4)
  expect([partners.element.textContent, blog.element.textContent]).toEqual(['hailmary 2', 'Post 2'])
})

describe('what cannot be read', () => {
  const refuse = () => vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  /** The gateway's rows, learned by it some seconds before. */
  const answer = (age: number) =>
    vi.stubGlobal('fetch', async (address: string) => {
      const { searchParams } = new URL(address, 'http://gateway')
      const bodies = { drops: () => table(drop(1)), datapoints: () => medianAt(250) }
      return new Response(JSON.stringify(told(searchParams, bodies, data.gatewayNow() - age * 1000)))
    })

  it('is told of what never came since its first question, until it comes', async () => {
    refuse()
    const { element, prerendered } = await hydrate(<Unread />)
    act(() => data.applySnapshot({}, NOW))
    startRefresh(network)
    expect([prerendered, element.textContent]).toEqual(['<s>null null</s>', 'null null'])
    await hydrate(<Sale />)
    await pass(0)
    expect(element.textContent).toBe(`${String(NOW)} ${String(NOW)}`)
    await pass(120_000)
    expect(element.textContent).toBe(`${String(NOW)} ${String(NOW)}`)
    answer(0)
    await pass(120_000)
    expect(element.textContent).toBe('null null')
  })

  it('is told of what is shown as the moment that it is of, once it is old', async () => {
    answer(2)
    const { element } = await hydrate(<Unread />)
    await hydrate(<Sale />)
    act(() => data.applySnapshot({ rowDrops: table(drop(1)), medianPrice: medianAt(250) }, NOW))
    startRefresh(network)
    await pass(1000)
    refuse()
    await pass(STALE_AFTER / 2)
    expect(element.textContent).toBe('null null')
    await pass(120_000)
    // Asked a second after the page was made, and known to the gateway two seconds before.
    expect(element.textContent).toBe(`${String(NOW - 1000)} ${String(NOW - 1000)}`)
  })

  it('is told when the gateway itself has nothing newer', async () => {
    answer(STALE_AFTER / 1000 + 5)
    const { element } = await hydrate(<Unread />)
    await hydrate(<Sale />)
    act(() => data.applySnapshot({ rowDrops: table(drop(1)), medianPrice: medianAt(250) }, NOW))
    startRefresh(network)
    await pass(1000)
    const since = String(NOW + 1000 - STALE_AFTER - 5000)
    expect(element.textContent).toBe(`${since} ${since}`)
  })

  it('is not told of a page that was away, before it has asked', async () => {
    answer(0)
    const { element } = await hydrate(<Unread />)
    await hydrate(<Sale />)
    act(() => data.applySnapshot({ rowDrops: table(drop(1)), medianPrice: medianAt(250) }, NOW))
    startRefresh(network)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await pass(10 * STALE_AFTER)
    visibility.mockRestore()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(element.textContent).toBe('null null')
    await pass(1000)
    expect(element.textContent).toBe('null null')
  })
})

it('asks for no partners and no posts on a page that shows none, and for no feed that nobody named', async () => {
  const asked = serve({ drops: () => table(drop(1)), datapoints: () => medianAt(250) })
  await hydrate(<Sale />)
  await hydrate(<Posts />)
  startRefresh(network)
  await pass(SLOW_REFRESH_INTERVAL * 2)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((address) => /partners|Posts|feed/.test(address))).toEqual([])
})

it.each([null, {}, { rows: 'none' }])('leaves a name alone whose snapshot is %j', async (broken) => {
  data.applySnapshot({ rowDrops: table(drop(1)) }, NOW)
  data.applySnapshot({ rowDrops: broken as never }, NOW + 1000)
  expect(data.store.get('rowDrops')).toHaveLength(1)
})
