import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Data, importData } from '../testing/data'
import { envelope, serveGateway } from '../testing/gateway'
import { network } from '../testing/network'
import { claimRow } from '../testing/rows'

let data: Data
let polling: typeof import('./index')
let waits: number[]

beforeEach(async () => {
  vi.resetModules()
  data = await importData()
  polling = await import('./index')
  waits = []
  data.rememberUser('alice.wam')
  data.store.set('userWaxBalance', 500_00000000n)
  data.store.set('availableDropsToClaim', [])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const wait = async (milliseconds: number) => {
  waits.push(milliseconds)
}
const purchase = { network, account: 'alice.wam', block: 259811234, wait: (ms: number) => wait(ms) }

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
  const polled = await polling.afterPurchase(purchase)
  const done = { isChanged: true, attempts: 1, error: null }
  expect(polled).toEqual({ userWaxBalance: done, availableDropsToClaim: done })
  expect(asked.toSorted()).toEqual([
    '/api/v1/rows/accounts?account=eosio.token&limit=10&isLimited=true&scope=alice.wam&min_block=259811234',
    '/api/v1/rows/claims?scope=gamecontract&index=alice.wam&min_block=259811234',
  ])
  expect(data.store.get('userWaxBalance')).toBe(332_94310000n)
  expect(data.store.get('availableDropsToClaim')).toMatchObject([{ id: '4294967301' }])
})

it('asks for each until it differs, past the cache', async () => {
  chainThatShowsAfter(2, 7)
  const polled = await polling.afterPurchase(purchase)
  expect(polled).toMatchObject({ userWaxBalance: { attempts: 3 }, availableDropsToClaim: { attempts: 8 } })
  expect(waits.toSorted()).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 2000])
})

it('gives up at the 11th attempt, and keeps what was known', async () => {
  const asked = chainThatShowsAfter(100, 100)
  const polled = await polling.afterPurchase({ ...purchase, names: ['userWaxBalance'] })
  expect(polled).toEqual({ userWaxBalance: { isChanged: false, attempts: 11, error: null } })
  expect(asked).toHaveLength(11)
  expect(data.store.get('userWaxBalance')).toBe(500_00000000n)
})

it('compares with what was known before the transaction, when told', async () => {
  chainThatShowsAfter(0, 0)
  data.store.set('userWaxBalance', 332_94310000n)
  const before = { userWaxBalance: 500_00000000n, availableDropsToClaim: [] }
  const polled = await polling.afterPurchase({ ...purchase, before, names: ['userWaxBalance'] })
  expect(polled).toMatchObject({ userWaxBalance: { isChanged: true, attempts: 1 } })
})

it('goes on after a failure and says what went wrong when it gives up', async () => {
  serveGateway({ '/api/v1/rows/claims': () => new Response('', { status: 503 }) })
  const polled = await polling.afterPurchase({ ...purchase, names: ['availableDropsToClaim'] })
  expect(polled.availableDropsToClaim).toMatchObject({ isChanged: false, attempts: 11, error: { reason: 'busy' } })
})

it('ends when the user logs out, and tells the shared data nothing', async () => {
  chainThatShowsAfter(100, 100)
  const ended = polling.afterPurchase({
    ...purchase,
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
  const ended = polling.afterPurchase({ ...purchase, signal: stop.signal, wait: async () => stop.abort('left') })
  await expect(ended).rejects.toBe('left')
})

it.each(['', 'bob.wam'])('asks nothing for %j, who is not the user of the page', async (account) => {
  const asked = chainThatShowsAfter(0, 0)
  await expect(polling.afterPurchase({ ...purchase, account })).rejects.toMatchObject({ name: 'AbortError' })
  expect(asked).toEqual([])
})
