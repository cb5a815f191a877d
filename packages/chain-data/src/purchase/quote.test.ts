import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Data, importData } from '../testing/data'
import { envelope, serveGateway } from '../testing/gateway'
import { network } from '../testing/network'
import { claimRow, dropRow, partnerRow, pointRow } from '../testing/rows'
import { purchaseActions } from './quote'

const NOW = Date.UTC(2026, 10, 27, 14)
let data: Data
let purchase: typeof import('.')

beforeEach(async () => {
  vi.resetModules()
  data = await importData()
  purchase = await import('.')
  data.applySnapshot({}, NOW)
  data.rememberUser('alice.wam')
})
afterEach(() => {
  vi.useRealTimers()
})

const onSale = (changes: object = {}) =>
  dropRow({ start_time: NOW / 1000 - 60, end_time: NOW / 1000 + 3600, ...changes })
const point = (median: number) => envelope(pointRow(0, median, '2026-11-27T13:59:59.000'))
const replies = {
  '/v1/chain/get_info': () => ({ head_block_num: 4711 }),
  '/api/v1/rows/drops': () => envelope(onSale()),
  '/api/v1/rows/datapoints': () => point(598),
  '/api/v1/rows/accounts': () => envelope({ balance: '1000.00000000 WAX' }),
  '/api/v1/rows/claims': () => envelope(),
  '/api/v1/rows/partners': () => envelope(partnerRow()),
}
const order = { network, buyer: 'alice.wam', dropId: '1', quantity: 2n }

it('quotes by rows that are as new as the chain, whatever the page knows', async () => {
  const asked = serveGateway(replies)
  await data.ask(data.siteQuestions.median(network))
  await data.ask(data.siteQuestions.drops(network))
  asked.length = 0
  const quote = await purchase.quote(order)
  expect(quote).toMatchObject({ quantity: 2n, median: 598n, partner: null, deposit: 334_11371238n })
  expect(quote).toMatchObject({ drop: { id: '1' }, partner: null })
  expect(asked[0]).toBe('/v1/chain/get_info')
  expect(asked.slice(1).toSorted()).toEqual([
    '/api/v1/rows/accounts?account=eosio.token&limit=10&isLimited=true&scope=alice.wam&min_block=4711',
    '/api/v1/rows/claims?scope=gamecontract&index=alice.wam&min_block=4711',
    '/api/v1/rows/datapoints?account=delphioracle&limit=1&isLimited=true&scope=waxpusd&min_block=4711',
    '/api/v1/rows/drops?account=gamecontract&min_block=4711',
  ])
})

it('takes nothing that is past its time at the gateway, with and without a head', async () => {
  for (const known of [true, false]) {
    const { '/v1/chain/get_info': info, ...rows } = replies
    serveGateway({ ...rows, ...(known && { '/v1/chain/get_info': info }) })
    const served = globalThis.fetch
    const controls: (string | null)[] = []
    vi.stubGlobal('fetch', (address: string, options: RequestInit) => {
      if (address.startsWith('/api/')) controls.push(new Headers(options.headers).get('Cache-Control'))
      return served(address, options)
    })
    await purchase.quote(order)
    expect(controls).toEqual(Array(4).fill('max-age=0'))
  }
})

it('waits for the block after the head when the chain has just refused: its reason may be in no block yet', async () => {
  const asked = serveGateway(replies)
  await purchase.quote({ ...order, refused: true })
  expect(asked).toHaveLength(5)
  expect(asked.slice(1).every((address) => address.endsWith('min_block=4712'))).toBe(true)
})

it('counts on from the time of a head that the gateway has kept for some seconds', async () => {
  const info = { head_block_num: 4711, head_block_time: new Date(NOW - 2000).toISOString().slice(0, -1) }
  const asked = serveGateway({ ...replies, '/v1/chain/get_info': () => info })
  await purchase.quote({ ...order, refused: true })
  const block = Number(/min_block=(\d+)$/.exec(asked[1] ?? '')?.[1])
  expect(block).toBeGreaterThanOrEqual(4716)
  expect(block).toBeLessThan(4732)
})

it('shows the page what it read', async () => {
  serveGateway(replies)
  data.store.set('medianPrice', 1n)
  await purchase.quote(order)
  expect(data.store.get('medianPrice')).toBe(598n)
  expect(data.store.get('rowDrops')).toHaveLength(1)
  expect(data.store.get('userWaxBalance')).toBe(1000_00000000n)
  expect(data.store.get('availableDropsToClaim')).toEqual([])
})

it("takes a partner's discount before it rounds", async () => {
  serveGateway(replies)
  const quote = await purchase.quote({ ...order, quantity: 3n, partnerCode: 'hailmary' })
  expect(quote).toMatchObject({ partner: { code: 'hailmary' }, deposit: 488_64130435n })
})

it('goes on with the newest rows of the gateway when the head cannot be told', async () => {
  const asked = serveGateway({ ...replies, '/v1/chain/get_info': () => new Response('', { status: 503 }) })
  await expect(purchase.quote(order)).resolves.toMatchObject({ median: 598n })
  expect(asked.some((address) => address.includes('min_block'))).toBe(false)
})

it('goes on with the newest rows of the gateway when no node has reached the head', async () => {
  const asked = serveGateway({
    ...replies,
    '/api/v1/rows/datapoints': (query) => (query.has('min_block') ? new Response('', { status: 503 }) : point(600)),
  })
  await expect(purchase.quote(order)).resolves.toMatchObject({ median: 600n })
  expect(asked.filter((address) => address.includes('datapoints'))).toHaveLength(2)
})

it.each(['accounts', 'claims'])(
  'goes on without %s when the nodes have no time for them: the chain checks itself',
  async (own) => {
    const asked = serveGateway({ ...replies, [`/api/v1/rows/${own}`]: () => new Response('', { status: 503 }) })
    await expect(purchase.quote(order)).resolves.toMatchObject({ deposit: 334_11371238n })
    expect(asked.filter((address) => address.includes(own))).toHaveLength(2)
  },
)

it('needs a median for what is priced in USD, and waits for none for what is priced in WAX', async () => {
  serveGateway({ ...replies, '/api/v1/rows/datapoints': () => new Response('', { status: 503 }) })
  await expect(purchase.quote(order)).rejects.toMatchObject({ name: 'DataError', reason: 'busy' })
  const inWax = () => envelope(onSale({ listing_price: '12.00000000 WAX' }))
  serveGateway({ ...replies, '/api/v1/rows/drops': inWax, '/api/v1/rows/datapoints': () => new Promise(() => {}) })
  await expect(purchase.quote(order)).resolves.toMatchObject({ median: 0n, deposit: 24_00000000n })
})

it('waits for balance and claims no longer than their time, and as long as needed for what names the price', async () => {
  const late = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) =>
    milliseconds === 3000 ? late.signal : new AbortController().signal,
  )
  let tellPrice = () => {}
  const isPriced = new Promise<void>((resolve) => {
    tellPrice = resolve
  })
  serveGateway(replies)
  const served = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
    if (/accounts|claims/.test(address)) return new Promise(() => {})
    if (address.includes('datapoints')) await isPriced
    return served(address, options)
  })
  const quoting = purchase.quote(order)
  await vi.waitFor(() => expect(data.store.get('rowDrops')).toHaveLength(1))
  late.abort(new DOMException('too late', 'TimeoutError'))
  tellPrice()
  await expect(quoting).resolves.toMatchObject({ deposit: 334_11371238n })
})

it('does not go on for a user who is forgotten meanwhile', async () => {
  const forget = async () => {
    await Promise.resolve() // the request is on its way
    data.forgetUser('alice.wam')
    return envelope()
  }
  serveGateway({ ...replies, '/api/v1/rows/accounts': forget })
  await expect(purchase.quote(order)).rejects.toMatchObject({ name: 'AbortError' })
})

it.each([
  [
    'sold out since',
    { '/api/v1/rows/drops': () => envelope(onSale({ current_claimed: 5000 })) },
    { reason: 'sold-out' },
  ],
  ['gone', { '/api/v1/rows/drops': () => envelope(onSale({ drop_id: 2 })) }, { reason: 'gone' }],
  ['no median', { '/api/v1/rows/datapoints': () => point(0) }, { reason: 'unpriced' }],
  [
    'a balance too small',
    { '/api/v1/rows/accounts': () => envelope({ balance: '300.00000000 WAX' }) },
    { reason: 'balance', missing: 34_11371238n },
  ],
  [
    'the limit reached',
    { '/api/v1/rows/claims': () => envelope(claimRow({ amount: 9 })) },
    { reason: 'limit', limit: 10n, left: 1n },
  ],
])('refuses before anybody signs: %s', async (_, changes, refusal) => {
  serveGateway({ ...replies, ...changes })
  await expect(purchase.quote(order)).rejects.toMatchObject({ name: 'PurchaseRefused', refusal })
})

it.each([
  ['is enough by now', 1000, { deposit: 334_11371238n }],
  ['is too small still', 300, { refusal: { reason: 'balance', missing: 34_11371238n } }],
])('has a balance of before that is too small read anew, by one read of a node: it %s', async (_, now, outcome) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  serveGateway(replies)
  const served = globalThis.fetch
  const kept = { balance: '300.00000000 WAX', age: '9' }
  let reads = 0
  // As it does while pushes wait: what is stale is read anew for who is content with it, and for nobody else.
  vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
    if (!address.includes('accounts')) return served(address, options)
    const headers = { Age: kept.age, 'X-Chain-Head': kept.age === '0' ? '4712' : '4700' }
    const answer = new Response(JSON.stringify(envelope({ balance: kept.balance })), { headers })
    if (kept.age !== '0' && !new Headers(options.headers).has('Cache-Control')) {
      reads += 1
      setTimeout(() => Object.assign(kept, { balance: `${now}.00000000 WAX`, age: '0' }), 500)
    }
    return answer
  })
  const quoting = purchase.quote(order).catch((error) => error)
  await vi.advanceTimersByTimeAsync(0)
  await vi.waitFor(() => expect(reads).toBe(1))
  await vi.advanceTimersByTimeAsync(3000)
  expect([await quoting, reads]).toMatchObject([outcome, 1])
})

it('refuses a code that nobody has', async () => {
  serveGateway(replies)
  await expect(purchase.quote({ ...order, partnerCode: 'nobody' })).rejects.toMatchObject({
    refusal: { reason: 'partner', code: 'nobody' },
  })
})

it("follows the gateway's clock, not the visitor's", async () => {
  serveGateway({
    ...replies,
    '/api/v1/rows/drops': () => envelope(onSale({ start_time: NOW / 1000 + 3600, end_time: 0 })),
  })
  await expect(purchase.quote(order)).rejects.toMatchObject({
    refusal: { reason: 'not-started', startsAt: NOW + 3_600_000 },
  })
})

it('says that the gateway cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(purchase.quote(order)).rejects.toMatchObject({ name: 'DataError', reason: 'offline' })
})

it('ends when the signal says so', async () => {
  serveGateway(replies)
  await expect(purchase.quote({ ...order, signal: AbortSignal.abort('left') })).rejects.toBe('left')
})

const bought = {
  network,
  buyer: 'alice.wam',
  drop: { id: '18446744073709551615' },
  quantity: 3n,
  median: 598n,
  partner: null,
  deposit: 501_17056857n,
}

it('pays the deposit, then buys for it', () => {
  expect(purchaseActions(bought)).toEqual([
    {
      account: 'eosio.token',
      name: 'transfer',
      data: { from: 'alice.wam', to: 'gamecontract', quantity: '501.17056857 WAX', memo: 'deposit' },
    },
    {
      account: 'gamecontract',
      name: 'buypack',
      data: {
        buyer: 'alice.wam',
        drop_id: '18446744073709551615',
        amount: '3',
        intended_delphi_median: '598',
        partner_code: '',
      },
    },
  ])
})

it('takes the contracts of the network', () => {
  const actions = purchaseActions({
    ...bought,
    network: { ...network, gameContract: 'othergame', token: 'other.token' },
  })
  expect(actions.map(({ account }) => account)).toEqual(['other.token', 'othergame'])
  expect(actions[0]?.data.to).toBe('othergame')
})

it("names the partner's code", () => {
  const [, buy] = purchaseActions({ ...bought, partner: { code: 'hailmary' } })
  expect(buy?.data.partner_code).toBe('hailmary')
})

it('deposits nothing for what costs nothing: a transfer must be of something', () => {
  expect(purchaseActions({ ...bought, deposit: 0n }).map(({ name }) => name)).toEqual(['buypack'])
})

it('refuses a deposit that no token can have', () => {
  expect(() => purchaseActions({ ...bought, deposit: 2n ** 62n })).toThrow(RangeError)
})
