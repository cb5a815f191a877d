import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Data, importData } from '../testing/data'
import { envelope, serveGateway } from '../testing/gateway'
import { network } from '../testing/network'
import { claimRow, dropRow } from '../testing/rows'

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
const ofUser = { ...purchase, names: ['userWaxBalance', 'availableDropsToClaim'] as const }

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

it('asks for each until it differs, past the cache', async () => {
  chainThatShowsAfter(2, 7)
  const polled = await polling.afterPurchase(ofUser)
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
    ...ofUser,
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
  const ended = polling.afterPurchase({ ...ofUser, signal: stop.signal, wait: async () => stop.abort('left') })
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

  it('are waited for until they differ when the chain did not name a block', async () => {
    const { ofDrops } = withDrops((question) => sold(question < 3 ? 1377 : 1379))
    await data.ask(data.siteQuestions.drops(network))
    await polling.afterPurchase({ ...ofDrops, block: 0 })
    expect(waits).toHaveLength(1)
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
