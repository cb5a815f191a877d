import { ASSET_PAGE_SIZE } from '@fieldhouse/contract/constants'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { indexedAsset } from '../testing/assets'
import { fakeTimeOuts } from '../testing/time-outs'
import { fetchAssets } from './fetch-assets'
import { inPieces, PAGE_TIMEOUT, parseInPieces } from './fetch-rows'

let logged: MockInstance
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
})

const asset = (id: number) => indexedAsset({ asset_id: String(id), data: {} })
const success = (data?: unknown, cut?: string) =>
  new Response(JSON.stringify({ success: true, data, query_time: 1, cut }))

/** Assets with the ids from start on. */
const assets = (count: number, start = 1) => Array.from({ length: count }, (_, index) => asset(start + index))

/** Fetches from an index that answers the pages in turn, or nothing where there is none, and writes down what was asked. */
const fetchFrom = async (pages: (() => Response | Promise<Response>)[], query: object = {}) => {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    const [path, search] = address.split('?')
    expect(path).toBe('/api/v1/assets')
    asked.push(new URLSearchParams(search))
    const page = pages[asked.length - 1] ?? pages.at(-1)
    return page ? page() : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const fetched = await fetchAssets({ collection: 'game', ...query })
  return { ...fetched, asked: asked.map((search) => Object.fromEntries(search)) }
}

describe('fetchAssets', () => {
  it('asks for pages of 1000 with one nonce until a page has fewer', async () => {
    const {
      assets: fetched,
      failure,
      asked,
    } = await fetchFrom([() => success(assets(1000)), () => success(assets(200, 1001))])
    expect([fetched.length, failure, ASSET_PAGE_SIZE]).toEqual([1200, null, 1000])
    const { nonce } = asked[0] ?? {}
    expect(asked).toEqual([
      { collection_name: 'game', limit: '1000', page: '1', nonce },
      { collection_name: 'game', limit: '1000', page: '2', nonce },
    ])
  })

  it('asks once more when the last page was full', async () => {
    const { assets: fetched, asked } = await fetchFrom([() => success(assets(1000)), () => success([])])
    expect([fetched.length, asked.length]).toEqual([1000, 2])
  })

  it('has another nonce each time', async () => {
    const first = await fetchFrom([() => success([])])
    const second = await fetchFrom([() => success([])])
    expect(first.asked[0]?.nonce).toMatch(/^[0-9a-z]+$/)
    expect(first.asked[0]?.nonce).not.toBe(second.asked[0]?.nonce)
  })

  it('asks for the assets of one owner, and formats them as told', async () => {
    const { asked, assets: fetched } = await fetchFrom([() => success([indexedAsset()])], {
      owner: 'alice.wam',
      ipfs: 'https://images.example/',
      stakeOwner: 'staker.wam',
    })
    expect(asked[0]?.owner).toBe('alice.wam')
    expect(fetched[0]?.data).toMatchObject({ img: 'https://images.example/QmPicture', stake_owner: 'staker.wam' })
  })

  it('asks for all of an owner in one answer, so that no two pages of different ages are joined', async () => {
    const { assets: fetched, asked } = await fetchFrom([() => success(assets(1200))], {
      owner: 'alice.wam',
    })
    expect(fetched).toHaveLength(1200)
    expect(asked).toEqual([{ collection_name: 'game', owner: 'alice.wam', limit: '1000', nonce: expect.any(String) }])
  })

  it('goes on by pages when the gateway cut that answer', async () => {
    const { assets: fetched, asked } = await fetchFrom(
      [() => success(assets(900), 'bytes'), () => success(assets(1000)), () => success(assets(200, 1001))],
      { owner: 'alice.wam' },
    )
    expect(fetched).toHaveLength(1200)
    expect(asked.map(({ page }) => page)).toEqual([undefined, '1', '2'])
  })

  it('stops on a page without data', async () => {
    const { assets: fetched, failure } = await fetchFrom([() => success(assets(1000)), () => success()])
    expect([fetched.length, failure]).toEqual([1000, null])
  })

  it('lists an asset once that a page repeats, because others were minted meanwhile', async () => {
    const { assets: fetched } = await fetchFrom([() => success(assets(1000)), () => success(assets(3, 999))])
    expect(fetched.map(({ asset_id }) => asset_id)).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1))
  })

  it('counts the rows of a page and not those it could read', async () => {
    const { asked } = await fetchFrom([() => success([null, ...assets(999)]), () => success([])])
    expect(asked).toHaveLength(2)
  })
})

describe('a fetch that fails', () => {
  const refused =
    (status: number, message: string, headers = {}) =>
    () =>
      new Response(JSON.stringify({ success: false, message }), { status, headers })

  it.each([
    [
      'rate limited',
      refused(429, 'Rate limit', { 'Retry-After': '3' }),
      { reason: 'busy', status: 429, retryAfter: 3000 },
    ],
    ['timed out at the index', refused(408, 'Query timeout'), { reason: 'failed', status: 408 }],
    ['without an index', refused(502, 'the asset index does not answer'), { reason: 'failed', status: 502 }],
    ['with a lying status', refused(200, 'Internal'), { reason: 'failed', status: 0 }],
    ['with a page of HTML', () => new Response('<html>'), { reason: 'unreadable' }],
    ['without a network', () => Promise.reject(new TypeError('Failed to fetch')), { reason: 'offline' }],
  ])('%s is logged and gives an empty list, with the failure beside it', async (_, page, expected) => {
    const { assets: fetched, failure } = await fetchFrom([() => success(assets(1000)), page])
    expect(fetched).toEqual([])
    expect(failure).toMatchObject({ name: 'DataError', ...expected })
    expect(logged).toHaveBeenCalledExactlyOnceWith(`fetching assets: ${failure?.message}`, {
      ...{ collection: 'game', owner: '', page: 2, reason: failure?.reason, status: failure?.status },
    })
  })

  it('is logged with the owner whose assets were asked for, all pages at once', async () => {
    await fetchFrom([refused(502, 'the asset index does not answer')], { owner: 'alice.wam' })
    const where = expect.objectContaining({ owner: 'alice.wam', page: 0 })
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('does not answer; try again later'), where)
  })

  it('gives up a page that does not come', async () => {
    fakeTimeOuts()
    const fetching = fetchFrom([])
    await vi.advanceTimersByTimeAsync(PAGE_TIMEOUT)
    expect((await fetching).failure).toMatchObject({ reason: 'timeout' })
  })

  it('gives up a collection without an end', async () => {
    // No breath between the pieces of so many pages.
    vi.stubGlobal('setTimeout', queueMicrotask)
    const page = JSON.stringify({ success: true, data: Array(ASSET_PAGE_SIZE).fill(null) })
    const { assets: fetched, failure, asked } = await fetchFrom([() => new Response(page)])
    expect([fetched, failure?.reason, asked.length]).toEqual([[], 'oversized', 100])
  })

  it('does not hide an error of our own', async () => {
    const ipfs = {
      toString: () => {
        throw new TypeError('ours')
      },
    }
    await expect(fetchFrom([() => success([indexedAsset()])], { ipfs })).rejects.toThrow('ours')
  })

  it('is no failure when the signal ended it', async () => {
    const signal = AbortSignal.abort('left')
    await expect(fetchFrom([() => success([])], { signal })).rejects.toBe('left')
    expect(logged).not.toHaveBeenCalled()
  })
})

const answer = (data: unknown, rest = {}) => JSON.stringify({ success: true, data, query_time: 7, ...rest })
const rows = (count: number, data: object = {}) =>
  Array.from({ length: count }, (_, id) => ({ contract: 'atomicassets', asset_id: String(id), data }))

describe('parseInPieces', () => {
  it.each([0, 1, 99, 100, 101, 200, 1200])('reads an answer of %i rows as JSON.parse does', async (count) => {
    const text = answer(rows(count), { cut: 'bytes' })
    expect(await parseInPieces(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['texts that look like the end of a row', rows(300, { name: '},{"contract":', other: '},{' })],
    ['rows within rows', rows(300, { list: [{ contract: 1 }, { contract: 2 }] })],
    ['rows that begin unlike the first', [...rows(250), { asset_id: '1' }, null, ...rows(250)]],
  ])('reads %s as JSON.parse does', async (_, data) => {
    expect(await parseInPieces(answer(data))).toEqual(JSON.parse(answer(data)))
  })

  it('reads an answer of another form whole', async () => {
    for (const value of [{ success: false, message: 'Rate limit' }, { data: rows(300) }, [], 1]) {
      expect(await parseInPieces(JSON.stringify(value))).toEqual(value)
    }
  })

  it.each(['', '<html>', answer(rows(250)).slice(0, -20)])('throws a SyntaxError for %.20s', async (text) => {
    await expect(parseInPieces(text)).rejects.toThrow(SyntaxError)
  })

  it('parses no more than a hundred rows between two tasks', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const reading = parseInPieces(answer(rows(1000)))
    expect(parse).toHaveBeenCalledOnce()
    await reading
    expect(parse).toHaveBeenCalledTimes(10)
  })
})

it('hands out a list a hundred at a time, with a task of the page between', async () => {
  const seen: (number | string)[] = []
  setTimeout(() => seen.push('page'))
  for await (const piece of inPieces(rows(250))) seen.push(piece.length)
  expect(seen).toEqual([100, 'page', 100, 50])
})
