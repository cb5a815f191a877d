import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createAnswerCache, FRESHNESS, NODE_LAG } from './cache'
import { type Question, rowsOf } from './question'

/** A question whose answer is how many rows there are. */
const count = (address = '/api/v1/rows/drops?account=game', user?: string): Question<'userWaxBalance', bigint> => ({
  name: 'userWaxBalance',
  address,
  ...(user === undefined ? {} : { user }),
  read: (body) => BigInt(rowsOf(body).length),
})

type Reply = Response | Error

/** Requests that arrive and are answered by hand. */
let asked: { address: string; etag: string | null; signal: AbortSignal; reply: (reply: Reply) => void }[]
let now: number
const onAnswer = vi.fn()
const onTime = vi.fn()
let cache: ReturnType<typeof createAnswerCache>

beforeEach(() => {
  asked = []
  now = 0
  onAnswer.mockClear()
  onTime.mockClear()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('fetch', (address: string, { headers, signal }: RequestInit & { signal: AbortSignal }) => {
    const etag = new Headers(headers).get('If-None-Match')
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      const reply = (reply: Reply) => (reply instanceof Error ? reject(reply) : resolve(reply))
      asked.push({ address, etag, signal, reply })
    })
  })
  cache = createAnswerCache({ onAnswer, onTime })
})

const rows = (length: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ rows: Array.from({ length }, () => ({})) }), { headers })
const unchanged = () => new Response(null, { status: 304 })

/** Asks and has it answered. */
const know = async (question: Question<'userWaxBalance', bigint>, reply: Reply, options = {}) => {
  const answer = cache.ask(question, options)
  asked.at(-1)?.reply(reply)
  return answer
}

describe('the cache', () => {
  it('asks anew for whom an answer on its way may be stale', async () => {
    cache.ask(count())
    const fresh = cache.ask(count(), { maxAge: 0, fresh: true })
    cache.ask(count(), { maxAge: 0, fresh: true })
    expect(asked).toHaveLength(2)
    asked[1]?.reply(rows(2))
    expect(await fresh).toBe(2n)
    asked[0]?.reply(rows(1))
  })

  it('makes one request of equal questions that are asked at once', async () => {
    const answers = Array.from({ length: 1000 }, () => cache.ask(count()))
    expect(asked).toHaveLength(1)
    asked[0]?.reply(rows(3))
    expect(new Set(await Promise.all(answers))).toEqual(new Set([3n]))
    expect(onAnswer).toHaveBeenCalledTimes(1)
  })

  it('makes a request of each other question', () => {
    void cache.ask(count('/a?'))
    void cache.ask(count('/b?'))
    expect(asked.map(({ address }) => address)).toEqual(['/a?', '/b?'])
  })

  it('gives an answer again for a moment', async () => {
    await know(count(), rows(3))
    now = FRESHNESS - 1
    expect(await cache.ask(count())).toBe(3n)
    expect(asked).toHaveLength(1)
    expect(onAnswer).toHaveBeenCalledTimes(1)
    now = FRESHNESS
    void cache.ask(count())
    expect(asked).toHaveLength(2)
  })

  it('asks in any case when the answer may have no age', async () => {
    await know(count(), rows(3))
    void cache.ask(count(), { maxAge: 0 })
    expect(asked).toHaveLength(2)
  })

  it('keeps the ETag and understands a 304: the same value, fresh again', async () => {
    const read = vi.fn((body: unknown) => BigInt(rowsOf(body).length))
    await know({ ...count(), read }, rows(3, { ETag: '"three"' }))
    now = 10_000
    expect(await know({ ...count(), read }, unchanged())).toBe(3n)
    expect(asked[1]?.etag).toBe('"three"')
    expect(read).toHaveBeenCalledTimes(1)
    now += FRESHNESS - 1
    expect(await cache.ask(count())).toBe(3n)
    expect(await know(count(), rows(4, { ETag: '"four"' }), { maxAge: 0 })).toBe(4n)
    void cache.ask(count(), { maxAge: 0 })
    expect(asked.map(({ etag }) => etag)).toEqual([null, '"three"', '"three"', '"four"'])
  })

  it('remembers no failure, and tells it to all who waited', async () => {
    const answers = [cache.ask(count()), cache.ask(count())]
    asked[0]?.reply(new TypeError('Failed to fetch'))
    for (const answer of answers) await expect(answer).rejects.toMatchObject({ reason: 'offline' })
    expect(await know(count(), rows(2))).toBe(2n)
  })

  it('keeps what it has when an answer is not one of the question', async () => {
    await know(count(), rows(3, { ETag: '"three"' }))
    const answer = know(count(), new Response('{"rows":{}}'), { maxAge: 0 })
    await expect(answer).rejects.toMatchObject({
      reason: 'unreadable',
      message: expect.stringContaining('/api/v1/rows/drops?account=game: reading rows: {} is not a list'),
    })
    expect(await cache.ask(count())).toBe(3n)
  })

  it('passes an error on that is not about the answer', async () => {
    const fail = () => {
      throw new TypeError('ours')
    }
    await expect(know({ ...count(), read: fail }, rows(1))).rejects.toThrow('ours')
  })

  it("tells the gateway's time of every answer", async () => {
    await know(count(), rows(1, { Date: 'Fri, 27 Nov 2026 14:00:00 GMT' }))
    expect(onTime).toHaveBeenCalledOnce()
    const [{ earliest, latest }] = onTime.mock.lastCall ?? [{}]
    expect(earliest).toBeGreaterThanOrEqual(Date.UTC(2026, 10, 27, 14))
    expect(latest).toBeGreaterThanOrEqual(earliest + 1000)
  })

  it('does not let an answer undo one of a question that was asked later', async () => {
    const first = cache.ask(count(), { maxAge: 0 })
    const later = cache.ask(count(), { minBlock: 7 })
    asked[1]?.reply(rows(5))
    expect(await later).toBe(5n)
    asked[0]?.reply(rows(4))
    expect(await first).toBe(5n)
    expect(await cache.ask(count())).toBe(5n)
    expect(onAnswer).toHaveBeenCalledTimes(1)
  })
})

describe('a question with a block', () => {
  it('passes it to the gateway, and is the same question', async () => {
    await know(count(), rows(3, { ETag: '"three"', 'X-Chain-Head': '99' }))
    expect(await know(count(), unchanged(), { minBlock: 100 })).toBe(3n)
    expect(asked[1]).toMatchObject({ address: '/api/v1/rows/drops?account=game&min_block=100', etag: '"three"' })
    // Known now to be as new as that.
    expect(await cache.ask(count(), { minBlock: 100 })).toBe(3n)
    expect(await cache.ask(count())).toBe(3n)
    expect(asked).toHaveLength(2)
  })

  it('is content with an answer whose head is at or past it', async () => {
    await know(count(), rows(3, { 'X-Chain-Head': '100' }))
    expect(await cache.ask(count(), { minBlock: 100 })).toBe(3n)
    void cache.ask(count(), { minBlock: 101 })
    expect(asked).toHaveLength(2)
  })

  it('has its answer, though a question without it was asked later and answered earlier', async () => {
    const fresh = cache.ask(count(), { minBlock: 100 })
    const poll = cache.ask(count(), { maxAge: 0 })
    asked[1]?.reply(rows(4, { 'X-Chain-Head': '98' }))
    expect(await poll).toBe(4n)
    asked[0]?.reply(rows(5, { 'X-Chain-Head': '100' }))
    expect(await fresh).toBe(5n)
    expect(await cache.ask(count())).toBe(5n)
    expect(onAnswer.mock.calls.map(([, value]) => value)).toEqual([4n, 5n])
  })

  it('does not wait for a request without it', () => {
    void cache.ask(count())
    void cache.ask(count(), { minBlock: 100 })
    expect(asked).toHaveLength(2)
  })
})

describe('an answer of an older block', () => {
  const head = (block: number) => ({ 'X-Chain-Head': String(block) })

  it('undoes nothing for as long as a node may lag', async () => {
    await know(count(), rows(5, head(100)))
    now = NODE_LAG - 1
    expect(await know(count(), rows(4, head(99)), { maxAge: 0 })).toBe(5n)
    expect(onAnswer).toHaveBeenCalledTimes(1)
  })

  it('counts after that: the chain has gone back', async () => {
    await know(count(), rows(5, head(100)))
    now = NODE_LAG
    expect(await know(count(), rows(4, head(99)), { maxAge: 0 })).toBe(4n)
    expect(onAnswer).toHaveBeenCalledTimes(2)
  })

  it('undoes nothing, however late it comes, that was read after it', async () => {
    await know(count(), rows(5, head(100)))
    now = 2 * NODE_LAG
    // While purchases wait, another gateway answers a balance as it read it before.
    expect(await know(count(), rows(4, { ...head(99), Age: '21' }), { maxAge: 0 })).toBe(5n)
    expect(onAnswer).toHaveBeenCalledTimes(1)
    expect(await know(count(), rows(4, { ...head(99), Age: '1' }), { maxAge: 0 })).toBe(4n)
  })

  it('is taken for no newer than it says, whatever block was asked for', async () => {
    await know(count(), rows(5, head(100)))
    // While purchases wait, the gateway answers a balance as it was last read.
    expect(await know(count(), rows(4, head(98)), { minBlock: 103, fresh: true })).toBe(5n)
    expect(await know(count(), rows(6, head(101)), { minBlock: 103, fresh: true })).toBe(6n)
    void cache.ask(count(), { minBlock: 103 })
    expect(asked).toHaveLength(4)
  })

  it('is refused to whom it is of no use, and known all the same', async () => {
    const strict = { minBlock: 103, strict: true }
    await expect(know(count(), rows(4, head(98)), strict)).rejects.toMatchObject({ reason: 'busy' })
    expect(onAnswer).toHaveBeenLastCalledWith(expect.anything(), 4n, expect.anything())
    expect(await know(count(), rows(5, head(103)), strict)).toBe(5n)
  })

  it('counts when it was asked later and is of the same block, or of one that nobody told', async () => {
    await know(count(), rows(5, head(100)))
    expect(await know(count(), rows(6, head(100)), { maxAge: 0 })).toBe(6n)
    expect(await know(count(), rows(7), { maxAge: 0 })).toBe(7n)
  })
})

describe('a signal', () => {
  it('ends the wait of its own caller; the others have their answer', async () => {
    const leaving = new AbortController()
    const left = cache.ask(count(), { signal: leaving.signal })
    const stayed = cache.ask(count())
    leaving.abort('left')
    await expect(left).rejects.toBe('left')
    expect(asked[0]?.signal.aborted).toBe(false)
    asked[0]?.reply(rows(2))
    expect(await stayed).toBe(2n)
  })

  it('ends the request when nobody waits any more, and who asks then asks anew', async () => {
    const leaving = new AbortController()
    const left = [cache.ask(count(), { signal: leaving.signal }), cache.ask(count(), { signal: leaving.signal })]
    leaving.abort()
    for (const answer of left) await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked[0]?.signal.aborted).toBe(true)
    expect(await know(count(), rows(2))).toBe(2n)
    expect(asked).toHaveLength(2)
  })

  it('that has spoken makes no request', async () => {
    await expect(cache.ask(count(), { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked).toHaveLength(0)
  })
})

describe('a forgotten user', () => {
  it('is not known any more, unlike others', async () => {
    await know(count('/alice?', 'alice'), rows(1, { ETag: '"a"' }))
    await know(count('/bob?', 'bob'), rows(2))
    await know(count('/drops?'), rows(3))
    cache.forget('alice')
    expect([await cache.ask(count('/bob?', 'bob')), await cache.ask(count('/drops?'))]).toEqual([2n, 3n])
    void cache.ask(count('/alice?', 'alice'))
    expect(asked.map(({ address, etag }) => [address, etag]).at(-1)).toEqual(['/alice?', null])
  })

  it('is not known through an answer that was on its way', async () => {
    const answer = cache.ask(count('/alice?', 'alice'))
    const others = cache.ask(count('/bob?', 'bob'))
    cache.forget('alice')
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[1]?.reply(rows(2))
    expect(await others).toBe(2n)
    expect(onAnswer).toHaveBeenCalledTimes(1)
  })
})

describe('what a page follows', () => {
  const never = new AbortController().signal
  const questions = [count(), { ...count('/api/v1/rows/accounts'), name: 'availableDropsToClaim' as const }] as never
  const follow = async (told: object) => {
    const missing = cache.follow(questions, never)
    asked.at(-1)?.reply(new Response(JSON.stringify(told)))
    return missing
  }
  const value = (length: number) => ({ rows: Array.from({ length }, () => ({})) })

  it('is asked for at once, by the versions that are there in whatever coding they came', async () => {
    await know(count(), rows(2, { ETag: '"abc-d_e-zstd"', 'X-Chain-Head': '7' }))
    expect(await follow({ userWaxBalance: { version: 'abc-d_e', at: 5, block: 9 } })).toEqual(['availableDropsToClaim'])
    expect(asked[1]?.address).toBe('/_page/data?userWaxBalance=abc-d_e&availableDropsToClaim=')
    expect(onAnswer).toHaveBeenLastCalledWith(expect.anything(), 2n, { at: 5 })
    expect(await cache.ask(count(), { minBlock: 9 })).toBe(2n)
    expect(asked).toHaveLength(2)
  })

  it('is kept as what was asked for by itself is, and named by its version there', async () => {
    await follow({ userWaxBalance: { version: 'v1', at: 5, block: 9, value: value(3) } })
    expect(await cache.ask(count())).toBe(3n)
    void cache.ask(count(), { maxAge: 0 })
    expect(asked.at(-1)?.etag).toBe('"v1"')
  })

  it('never takes the place of rows of a newer block', async () => {
    await know(count(), rows(2, { 'X-Chain-Head': '100' }), { minBlock: 100 })
    await follow({ userWaxBalance: { version: 'v1', at: 5, block: 99, value: value(1) } })
    expect(await cache.ask(count())).toBe(2n)
    now += NODE_LAG
    await follow({ userWaxBalance: { version: 'v1', at: 5, block: 99, value: value(1) } })
    expect(await cache.ask(count())).toBe(1n)
  })

  it('is missing where the gateway leaves it out, means another than is there, or says what is none', async () => {
    const told = {
      userWaxBalance: { version: 'v9', block: 9 },
      availableDropsToClaim: { version: 'v1', value: 'none' },
    }
    expect(await follow(told)).toEqual(['userWaxBalance', 'availableDropsToClaim'])
    expect(onAnswer).not.toHaveBeenCalled()
  })
})
