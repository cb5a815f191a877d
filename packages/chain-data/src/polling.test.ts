import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pollUntilChanged } from './polling'
import { type Data, importData } from './testing/data'
import { envelope, serveGateway } from './testing/gateway'
import { network } from './testing/network'
import { claimRow, dropRow } from './testing/rows'

let data: Data
let polling: typeof import('./polling')

beforeEach(async () => {
  vi.resetModules()
  data = await importData()
  polling = await import('./polling')
  vi.useFakeTimers()
  data.rememberUser('alice.wam')
  data.store.set('userWaxBalance', 500_00000000n)
  data.store.set('availableDropsToClaim', [])
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets the time pass until a polling has ended. @returns how long it took, in milliseconds */
const timeOf = async (polling: Promise<void>): Promise<number> => {
  const begun = Date.now()
  let isOver = false
  const ended = polling.finally(() => {
    isOver = true
  })
  while (!isOver) await vi.advanceTimersToNextTimerAsync()
  await ended
  return Date.now() - begun
}

describe('pollUntilChanged', () => {
  /** 1 s six times, then 2 s, 3 s and so on. */
  const ATTEMPTS = [0, 1000, 2000, 3000, 4000, 5000, 6000, 8000, 11_000, 15_000, 20_000]

  /** Polls a value that turns from 1 to 2 at an attempt. Answers when each attempt was made. */
  const poll = async (changesAt: number, before = async () => 1n) => {
    const begun = Date.now()
    const attempts: number[] = []
    const read = async () => {
      attempts.push(Date.now() - begun)
      return attempts.length < changesAt ? before() : 2n
    }
    await timeOf(pollUntilChanged({ read, cached: 1n }))
    return attempts
  }

  it.each([1, 2, 6, 7, 8, 10, 11])('takes what differs at attempt %s, and asks no more', async (changesAt) => {
    expect(await poll(changesAt)).toEqual(ATTEMPTS.slice(0, changesAt))
  })

  it('gives up at the 11th attempt', async () => {
    expect(await poll(12)).toEqual(ATTEMPTS)
  })

  it.each([3, 12])('takes a failure as an attempt that brought nothing new: until attempt %s', async (changesAt) => {
    expect(await poll(changesAt, () => Promise.reject(new Error('busy')))).toEqual(ATTEMPTS.slice(0, changesAt))
  })

  const isChangedBetween = async (cached: unknown, value: unknown) =>
    (await timeOf(pollUntilChanged({ read: async () => value, cached }))) === 0

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

  it('ends its wait when the signal says so', async () => {
    const stop = new AbortController()
    const read = vi.fn(async () => 1n)
    const polled = pollUntilChanged({ read, cached: 1n, signal: stop.signal })
    const ended = expect(polled).rejects.toBe('left')
    await vi.advanceTimersByTimeAsync(999)
    stop.abort('left')
    await ended
    expect([read.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
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
  const purchase = { network, account: 'alice.wam', block: 259811234 }
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
    await polling.afterPurchase(ofUser)
    expect(asked.toSorted()).toEqual([
      '/api/v1/rows/accounts?account=eosio.token&limit=10&isLimited=true&scope=alice.wam&min_block=259811234',
      '/api/v1/rows/claims?scope=gamecontract&index=alice.wam&min_block=259811234',
    ])
    expect(data.store.get('userWaxBalance')).toBe(332_94310000n)
    expect(data.store.get('availableDropsToClaim')).toMatchObject([{ id: '4294967301' }])
  })

  it('asks again as long as the gateway answers what it last read, as it does while purchases wait', async () => {
    let questions = 0
    serveGateway({
      '/api/v1/rows/accounts': () => {
        questions += 1
        // Away for a moment meanwhile.
        if (questions === 12) return new Response('', { status: 502 })
        const isLate = questions < 13
        const body = JSON.stringify(envelope({ balance: isLate ? '500.00000000 WAX' : '332.94310000 WAX' }))
        return new Response(body, { headers: { 'X-Chain-Head': String(purchase.block - (isLate ? 1 : 0)) } })
      },
    })
    expect(await timeOf(polling.afterPurchase({ ...purchase, names: ['userWaxBalance'] }))).toBe(33_000)
    expect(data.store.get('userWaxBalance')).toBe(332_94310000n)
  })

  // One by one: no time passes while one of them is being answered.
  it.each([
    ['userWaxBalance', 3, 2000],
    ['availableDropsToClaim', 8, 8000],
  ] as const)('asks past the cache until it differs when there is no block: %s', async (name, questions, time) => {
    const asked = chainThatShowsAfter(2, 7)
    expect(await timeOf(polling.afterPurchase({ ...withoutBlock, names: [name] }))).toBe(time)
    expect(asked).toHaveLength(questions)
  })

  it('ends when the user logs out, and tells the shared data nothing', async () => {
    chainThatShowsAfter(100, 100)
    const ended = polling.afterPurchase(withoutBlock)
    setTimeout(() => data.forgetUser('alice.wam'), 500)
    vi.advanceTimersByTimeAsync(500)
    await expect(ended).rejects.toMatchObject({ name: 'AbortError', message: 'the user alice.wam logged out' })
    expect(data.store.get('userWaxBalance')).toBeNull()
  })

  it('ends when the signal says so', async () => {
    chainThatShowsAfter(100, 100)
    const stop = new AbortController()
    const ended = polling.afterPurchase({ ...withoutBlock, signal: stop.signal })
    setTimeout(() => stop.abort('left'), 500)
    vi.advanceTimersByTimeAsync(500)
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
      expect(await timeOf(polling.afterPurchase(ofDrops))).toBe(2000)
      expect(data.getAppData('rowDrops')).toMatchObject([{ sold: 1379n }])
    })
  })

  it('brings drops, balance and claims unless it is told which', async () => {
    const asked = chainThatShowsAfter(0, 0)
    await timeOf(polling.afterPurchase(purchase))
    const tables = asked.map((address) => /rows\/(\w+)/.exec(address)?.[1])
    expect([...new Set(tables)].toSorted()).toEqual(['accounts', 'claims', 'drops'])
  })
})
