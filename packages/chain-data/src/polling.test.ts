import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pollUntilChanged } from './polling'
import { type Data, importData } from './testing/data'
import { envelope, serveGateway } from './testing/gateway'
import { network } from './testing/network'
import { claimRow, dropRow } from './testing/rows'

let data: Data
let polling: typeof import('./polling')
let waits: number[]

beforeEach(async () => {
  vi.resetModules()
  data = await importData()
  polling = await import('./polling')
  waits = []
  data.rememberUser('alice.wam')
  data.store.set('userWaxBalance', 500_00000000n)
  data.store.set('availableDropsToClaim', [])
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('pollUntilChanged', () => {
  /** Polls a value that turns from 1 to 2 at an attempt, by a clock that only writes down how long was waited. */
  const poll = async (
    changesAt: number,
    read = async (attempt: number): Promise<bigint> => (attempt < changesAt ? 1n : 2n),
  ) => {
    const waits: number[] = []
    let attempt = 0
    const polled = await pollUntilChanged<bigint>({
      read: () => {
        attempt += 1
        return read(attempt)
      },
      cached: 1n,
      wait: async (milliseconds) => {
        waits.push(milliseconds)
      },
    })
    return { polled, waits }
  }

  /** 1 s six times, then 2 s, 3 s and so on. */
  const WAITS = [1000, 1000, 1000, 1000, 1000, 1000, 2000, 3000, 4000, 5000]

  it.each([1, 2, 6, 7, 8, 10, 11])('takes what differs at attempt %s, and asks no more', async (changesAt) => {
    const { polled, waits } = await poll(changesAt)
    expect(polled).toEqual({ isChanged: true, attempts: changesAt, error: null })
    expect(waits).toEqual(WAITS.slice(0, changesAt - 1))
  })

  it('gives up at the 11th attempt', async () => {
    const { polled, waits } = await poll(12)
    expect(polled).toEqual({ isChanged: false, attempts: 11, error: null })
    expect(waits).toEqual(WAITS)
  })

  it('takes a failure as an attempt that brought nothing new', async () => {
    const read = async (attempt: number) => {
      if (attempt < 3) throw new Error('busy')
      return 2n
    }
    expect((await poll(0, read)).polled).toEqual({ isChanged: true, attempts: 3, error: null })
  })

  it('says what went wrong when the last attempt failed', async () => {
    const failure = new Error('busy')
    const { polled, waits } = await poll(0, () => Promise.reject(failure))
    expect(polled).toEqual({ isChanged: false, attempts: 11, error: failure })
    expect(waits).toEqual(WAITS)
  })

  const isChangedBetween = async (cached: unknown, value: unknown) =>
    (await pollUntilChanged({ read: async () => value, cached, wait: async () => {} })).isChanged

  const row = (amount: bigint) => ({ id: '1', amount, at: null })
  it.each<[unknown, unknown, boolean]>([
    [1n, 1n, false],
    [null, null, false],
    [[], [], false],
    [[row(1n)], [row(1n)], false],
    [1n, 2n, true],
    [null, 0n, true],
    [null, [], true],
    [[row(1n)], [row(1n), row(1n)], true],
    [[row(1n)], [row(2n)], true],
  ])('compares %o and %o by what they hold', async (cached, value, isChanged) => {
    expect(await isChangedBetween(cached, value)).toBe(isChanged)
  })

  it('runs by timers, and ends its wait when the signal says so', async () => {
    vi.useFakeTimers()
    const stop = new AbortController()
    const read = vi.fn(async () => 1n)
    const polled = pollUntilChanged({ read, cached: 1n, signal: stop.signal })
    const ended = expect(polled).rejects.toBe('left')
    await vi.advanceTimersByTimeAsync(999)
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(2)
    stop.abort('left')
    await ended
    expect(vi.getTimerCount()).toBe(0)
  })

  it('takes nothing that arrives after the signal', async () => {
    const stop = new AbortController()
    const read = async () => {
      stop.abort('left')
      return 2n
    }
    const polled = pollUntilChanged({ read, cached: 1n, signal: stop.signal })
    await expect(polled).rejects.toBe('left')
  })
})

describe('afterPurchase', () => {
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds)
  }
  const purchase = { network, account: 'alice.wam', block: 259811234, wait: (ms: number) => wait(ms) }
  const ofUser = { ...purchase, names: ['userWaxBalance', 'availableDropsToClaim'] as const }
  const withoutBlock = { ...ofUser, block: 0 }

  /** A chain on which the purchase shows after some questions. */
  const chainThatShowsAfter = (balanceQuestions: number, claimsQuestions: number) => {
    const seen = { accounts: 0, claims: 0 }
    return serveGateway({
      '/api/v1/rows/accounts': () => {
        seen.accounts += 1
        return envelope({ balance: seen.accounts > balanceQuestions ? '332.94310000 WAX' : '500.00000000 WAX' })
      },
      '/api/v1/rows/claims': () => {
        seen.claims += 1
        return seen.claims > claimsQuestions ? envelope(claimRow()) : envelope()
      },
    })
  }

  it('asks for rows at or past the block of the transaction, and puts what is new into the shared data', async () => {
    const asked = chainThatShowsAfter(0, 0)
    const polled = await polling.afterPurchase(ofUser)
    const done = { isChanged: true, attempts: 1, error: null }
    expect(polled).toEqual({ userWaxBalance: done, availableDropsToClaim: done })
    expect(asked.toSorted()).toEqual([
      '/api/v1/rows/accounts?account=eosio.token&limit=10&isLimited=true&scope=alice.wam&min_block=259811234',
      '/api/v1/rows/claims?scope=gamecontract&index=alice.wam&min_block=259811234',
    ])
    expect(data.store.get('userWaxBalance')).toBe(332_94310000n)
    expect(data.store.get('availableDropsToClaim')).toMatchObject([{ id: '4294967301' }])
  })

  it('asks for each until it differs when the chain did not name a block, past the cache', async () => {
    chainThatShowsAfter(2, 7)
    const polled = await polling.afterPurchase(withoutBlock)
    expect(polled).toMatchObject({ userWaxBalance: { attempts: 3 }, availableDropsToClaim: { attempts: 8 } })
    expect(waits.toSorted()).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 2000])
  })

  it('ends when the user logs out, and tells the shared data nothing', async () => {
    chainThatShowsAfter(100, 100)
    const ended = polling.afterPurchase({
      ...withoutBlock,
      wait: async () => {
        data.forgetUser('alice.wam')
      },
    })
    await expect(ended).rejects.toMatchObject({ name: 'AbortError', message: 'the user alice.wam logged out' })
    expect(data.store.get('userWaxBalance')).toBeNull()
  })

  it('ends when the signal says so', async () => {
    chainThatShowsAfter(100, 100)
    const stop = new AbortController()
    const ended = polling.afterPurchase({ ...withoutBlock, signal: stop.signal, wait: async () => stop.abort('left') })
    await expect(ended).rejects.toBe('left')
  })

  it.each(['', 'bob.wam'])('asks nothing for %j, who is not the user of the page', async (account) => {
    const asked = chainThatShowsAfter(0, 0)
    await expect(polling.afterPurchase({ ...purchase, account })).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked).toEqual([])
  })

  describe('the drops', () => {
    const withDrops = (reply: (question: number) => object) => {
      let questions = 0
      const ofDrops = { ...purchase, names: ['rowDrops'] as const }
      const asked = serveGateway({
        '/api/v1/rows/drops': () => {
          questions += 1
          return reply(questions)
        },
      })
      return { asked, ofDrops }
    }
    const sold = (count: number) => envelope(dropRow({ current_claimed: count }))

    it('are asked for too, of the block of the purchase', async () => {
      const { asked, ofDrops } = withDrops(() => sold(1379))
      await polling.afterPurchase(ofDrops)
      expect(asked).toEqual(['/api/v1/rows/drops?account=gamecontract&min_block=259811234'])
      expect(data.getAppData('rowDrops')).toMatchObject([{ sold: 1379n }])
    })

    it('are asked for again while no node has reached the block', async () => {
      const { ofDrops } = withDrops((question) => (question < 3 ? new Response('', { status: 503 }) : sold(1379)))
      await polling.afterPurchase(ofDrops)
      expect(waits).toHaveLength(2)
      expect(data.getAppData('rowDrops')).toMatchObject([{ sold: 1379n }])
    })
  })

  it('brings drops, balance and claims unless it is told which', async () => {
    chainThatShowsAfter(0, 0)
    expect(Object.keys(await polling.afterPurchase(purchase)).toSorted()).toEqual([
      'availableDropsToClaim',
      'rowDrops',
      'userWaxBalance',
    ])
  })
})
