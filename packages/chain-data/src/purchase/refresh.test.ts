import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Data, importData } from '../testing/data'
import { envelope, serveGateway } from '../testing/gateway'
import { network } from '../testing/network'
import { claimRow, dropRow } from '../testing/rows'

let data: Data
let purchase: typeof import('./index')
let waits: number

beforeEach(async () => {
  vi.resetModules()
  data = await importData()
  purchase = await import('./index')
  waits = 0
  data.rememberUser('alice.wam')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const landed = (changes: object = {}) => ({
  network,
  buyer: 'alice.wam',
  before: { balance: 1000_00000000n, claims: [] },
  block: 4712,
  wait: async () => {
    waits += 1
  },
  ...changes,
})
const after = {
  '/api/v1/rows/drops': () => envelope(dropRow({ current_claimed: 1379 })),
  '/api/v1/rows/accounts': () => envelope({ balance: '665.88628762 WAX' }),
  '/api/v1/rows/claims': () => envelope(claimRow()),
}

it('brings drops, balance and claims of the block of the purchase', async () => {
  const asked = serveGateway(after)
  await purchase.refreshAfterPurchase(landed())
  expect(asked).toHaveLength(3)
  expect(asked.every((address) => address.endsWith('&min_block=4712'))).toBe(true)
  expect(data.store.get('rowDrops')).toMatchObject([{ sold: 1379n }])
  expect(data.store.get('userWaxBalance')).toBe(665_88628762n)
  expect(data.store.get('availableDropsToClaim')).toHaveLength(1)
})

it('asks again while no node has reached the block', async () => {
  let questions = 0
  serveGateway({
    ...after,
    '/api/v1/rows/drops': () => {
      questions += 1
      return questions < 3 ? new Response('', { status: 503 }) : after['/api/v1/rows/drops']()
    },
  })
  await purchase.refreshAfterPurchase(landed())
  expect(waits).toBe(2)
  expect(data.store.get('rowDrops')).toMatchObject([{ sold: 1379n }])
})

it('waits for drops that differ when the chain did not name a block', async () => {
  let sold = 1377
  serveGateway({ ...after, '/api/v1/rows/drops': () => envelope(dropRow({ current_claimed: sold })) })
  await data.ask(data.siteQuestions.drops(network))
  await purchase.refreshAfterPurchase(
    landed({
      block: 0,
      wait: async () => {
        waits += 1
        sold = 1379
      },
    }),
  )
  expect(waits).toBe(1)
  expect(data.store.get('rowDrops')).toMatchObject([{ sold: 1379n }])
})

it('ends when the user logs out', async () => {
  serveGateway({ ...after, '/api/v1/rows/claims': () => envelope() })
  const ended = purchase.refreshAfterPurchase(landed({ wait: async () => data.forgetUser('alice.wam') }))
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' })
})
