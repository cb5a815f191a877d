// @vitest-environment jsdom
import { getAppData, rememberUser } from '@fieldhouse/chain-data'
import { askedOf, boughtBy, pendingOf } from '@fieldhouse/chain-data/purchase'
import { eventually } from '@fieldhouse/design/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimRow, dropRow, pointRow, serveTables, type Tables, tables } from '../testing/fake-gateway'
import { freshLocks } from '../testing/fake-locks'
import { signed as signature, wallet } from '../testing/fake-wallet'
import { buyPacks, checkPurchase, type Step } from './buy-packs'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)

const network = {
  name: 'devchain' as const,
  chainId: '00',
  gameContract: 'gamecontract',
  collection: 'game',
  oracle: 'delphioracle',
  oraclePair: 'waxpusd',
  token: 'eosio.token',
  assetEndpoint: '',
  playSite: '',
}
// 2 x 24.99 USD at 0.0598 USD for one WAX is 835.785953177...; the form shows 835.79.
const purchase = {
  network,
  buyer: 'alice.wam',
  dropId: '101',
  quantity: 2n,
  partnerCode: '',
  agreed: 835_79000000n,
  language: 'en' as const,
}
const landed = { transactionId: 'ab'.repeat(32), block: 4712 }

let steps: [Step, bigint][]
let signed: object[][]
const buy = (changes: Partial<typeof purchase> = {}) =>
  buyPacks({ ...purchase, ...changes }, (...step) => steps.push(step))
/** The wallet signs what it is asked to. */
const signs = () =>
  wallet.transact.mockImplementation(async ({ actions, onSigned }) => {
    signed.push(await actions())
    onSigned?.(signature)
    return landed
  })
/** The wallet or the chain says no after the visitor was asked to sign. */
const fails = (kind: string, detail: string) =>
  wallet.transact.mockImplementation(async ({ actions }) => {
    signed.push(await actions())
    throw new wallet.WalletError(kind, detail, detail)
  })

beforeEach(() => {
  freshLocks()
  localStorage.clear()
  steps = []
  signed = []
  rememberUser('alice.wam')
  signs()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('signs the deposit and the purchase of a quote that was taken for it', async () => {
  serveTables(tables())
  expect(await buy()).toMatchObject({ bought: { transactionId: landed.transactionId } })
  expect(signed).toEqual([
    [
      {
        account: 'eosio.token',
        name: 'transfer',
        data: { from: 'alice.wam', to: 'gamecontract', quantity: '835.78595318 WAX', memo: 'deposit' },
      },
      {
        account: 'gamecontract',
        name: 'buypack',
        data: { buyer: 'alice.wam', drop_id: '101', amount: '2', intended_delphi_median: '598', partner_code: '' },
      },
    ],
  ])
  expect(steps).toEqual([
    ['preparing', 835_79000000n],
    ['wallet', 835_78595318n],
    ['sending', 835_78595318n],
  ])
})

it('asks the wallet at once, within the press, and quotes when the wallet is ready', () => {
  const asked = serveTables(tables())
  wallet.transact.mockImplementation(() => new Promise(() => {}))
  void buy()
  expect(wallet.transact).toHaveBeenCalledOnce()
  expect(asked).toEqual([])
})

it('keeps what the wallet is asked for as long as nobody knows the answer', async () => {
  serveTables(tables())
  const order = { buyer: 'alice.wam', dropId: '101', quantity: '2', deposit: '83578595318' }
  const kept: unknown[] = []
  wallet.transact.mockImplementation(async ({ actions, onAsked, onSigned }) => {
    await actions()
    kept.push(askedOf('alice.wam'))
    onAsked?.('esr:of-what')
    kept.push(askedOf('alice.wam'))
    onSigned?.(signature)
    kept.push(askedOf('alice.wam'), pendingOf('alice.wam').length)
    return landed
  })
  await buy()
  expect(kept).toMatchObject([{ ...order, request: '' }, { ...order, request: 'esr:of-what' }, null, 1])
  fails('cancelled', 'Not now')
  await buy()
  expect(askedOf('alice.wam')).toBeNull()
})

it('pays less when the price has fallen', async () => {
  serveTables(tables({ datapoints: [pointRow(600)] }))
  expect(await buy()).toMatchObject({ bought: { transactionId: landed.transactionId } })
  expect(signed[0]?.[0]).toMatchObject({ data: { quantity: '833.00000000 WAX' } })
})

it('never charges more than was agreed to: it stops and says the new price', async () => {
  serveTables(tables({ datapoints: [pointRow(597)] }))
  expect(await buy()).toEqual({
    problem: { kind: 'moved', deposit: 837_18592965n, agreed: 835_79000000n },
    isTold: false,
  })
  expect(signed).toEqual([])
})

it('stops at one unit above what was agreed to', async () => {
  serveTables(tables())
  expect(await buy({ agreed: 835_78595317n })).toMatchObject({ problem: { kind: 'moved', deposit: 835_78595318n } })
  expect(await buy({ agreed: 835_78595318n })).toMatchObject({ bought: { transactionId: landed.transactionId } })
})

it('leaves the words to the form when it stops: to the wallet it is a cancelled request', async () => {
  serveTables(tables({ datapoints: [pointRow(500)] }))
  const seen: unknown[] = []
  wallet.transact.mockImplementation(async ({ actions }) => {
    await actions().catch((error) => {
      seen.push(error)
      throw error
    })
    return landed
  })
  await buy()
  expect(seen).toMatchObject([{ kind: 'cancelled' }])
})

it.each<[string, Tables, object]>([
  ['sold out', { drops: [dropRow({ current_claimed: 3000 })] }, { reason: 'sold-out' }],
  ['one left', { drops: [dropRow({ current_claimed: 2999 })] }, { reason: 'left', left: 1n }],
  ['the limit', { claims: [claimRow(19)] }, { reason: 'limit', limit: 20n, left: 1n }],
  ['the balance', { accounts: [{ balance: '800.00000000 WAX' }] }, { reason: 'balance', missing: 35_78595318n }],
])('says before anybody signs: %s', async (_, changes, refusal) => {
  serveTables(tables(changes))
  expect(await buy()).toEqual({ problem: { kind: 'refusal', refusal }, isTold: false })
  expect(signed).toEqual([])
})

it('says that the price could not be read', async () => {
  serveTables(tables({ datapoints: () => new Response('', { status: 503 }) }))
  expect(await buy()).toEqual({ problem: { kind: 'unread' }, isTold: false })
})

it('quotes again when the contract says that the price moved, and says by how much', async () => {
  let median = 598
  serveTables(tables({ datapoints: () => [pointRow(median)] }))
  wallet.transact.mockImplementation(async ({ actions }) => {
    await actions()
    median = 590
    throw new wallet.WalletError('chain', 'Price moved, please try again', 'Price moved, please try again')
  })
  expect(await buy()).toEqual({
    problem: { kind: 'moved', deposit: 847_11864407n, agreed: 835_79000000n },
    isTold: true,
  })
})

it('says what the chain refused by what it depends on now', async () => {
  let claimed = 2900
  const asked = serveTables(tables({ drops: () => [dropRow({ current_claimed: claimed })] }))
  wallet.transact.mockImplementation(async ({ actions }) => {
    await actions()
    claimed = 3000
    asked.length = 0
    throw new wallet.WalletError('chain', 'Sold out', 'Sold out')
  })
  expect(await buy()).toEqual({ problem: { kind: 'refusal', refusal: { reason: 'sold-out' } }, isTold: true })
  // Of the head's own block the reason may not be.
  expect(asked.filter((address) => address.endsWith('min_block=4712'))).not.toEqual([])
})

it.each([
  ['chain', 'Something that we cannot see'],
  ['refused', 'User declined'],
  ['resources', 'tx_cpu_usage_exceeded'],
])("has the wallets' words for what failed: %s", async (kind, detail) => {
  serveTables(tables())
  fails(kind, detail)
  expect(await buy()).toEqual({ problem: { kind: 'said', title: `It is ${kind}`, text: detail }, isTold: true })
})

it('has words of its own when those could not be loaded', async () => {
  serveTables(tables())
  fails('network', 'no chunk')
  wallet.explain.mockRejectedValueOnce(new Error('no chunk'))
  expect(await buy()).toEqual({ problem: { kind: 'unloaded' }, isTold: true })
})

it('can be tried again at once, with a fresh quote', async () => {
  let median = 598
  serveTables(tables({ datapoints: () => [pointRow(median)] }))
  fails('refused', 'User declined')
  await buy()
  signs()
  median = 600
  expect(await buy()).toMatchObject({ bought: { transactionId: landed.transactionId } })
  expect(signed.at(-1)?.[1]).toMatchObject({ data: { intended_delphi_median: '600' } })
})

it('quotes anew when a wallet asks for the actions a second time', async () => {
  let median = 500
  serveTables(tables({ datapoints: () => [pointRow(median)] }))
  wallet.transact.mockImplementation(async ({ actions }) => {
    await actions().catch(() => {})
    median = 598
    signed.push(await actions())
    return landed
  })
  expect(await buy()).toMatchObject({ bought: { transactionId: landed.transactionId } })
  expect(signed[0]?.[1]).toMatchObject({ data: { intended_delphi_median: '598' } })
})

it("brings the page's numbers up to the block of the purchase", async () => {
  const served = tables()
  const asked = serveTables(served)
  wallet.transact.mockImplementation(async ({ actions }) => {
    await actions()
    served.drops = [dropRow({ current_claimed: 2992 })]
    served.accounts = [{ balance: '1164.21404682 WAX' }]
    served.claims = [claimRow(2)]
    return landed
  })
  await buy()
  await eventually(() => {
    expect(getAppData('rowDrops')).toMatchObject([{ sold: 2992n }])
    expect(getAppData('userWaxBalance')).toBe(1164_21404682n)
    expect(getAppData('availableDropsToClaim')).toHaveLength(1)
  })
  expect(asked.filter((address) => address.endsWith('min_block=4712'))).toHaveLength(3)
})

it('checks without a wallet, and at whatever price', async () => {
  serveTables(tables({ accounts: [] }))
  expect(await checkPurchase(purchase)).toMatchObject({ kind: 'refusal', refusal: { reason: 'balance' } })
  serveTables(tables())
  expect(await checkPurchase(purchase)).toBeNull()
  serveTables(tables({ datapoints: [pointRow(590)] }))
  expect(await checkPurchase(purchase)).toBeNull()
  expect(wallet.transact).not.toHaveBeenCalled()
})

it('keeps what is signed before it is sent, with its bytes, and what was bought once it is in the chain', async () => {
  serveTables(tables())
  let kept: unknown
  wallet.transact.mockImplementation(async ({ actions, onSigned }) => {
    await actions()
    expect(pendingOf('alice.wam')).toEqual([])
    onSigned?.(signature)
    kept = pendingOf('alice.wam')
    return landed
  })
  const outcome = await buy()
  const made = {
    transactionId: signature.transactionId,
    ...{ buyer: 'alice.wam', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '83578595318' },
  }
  expect(kept).toMatchObject([{ ...made, packed: 'ffffffff00', signatures: ['SIG_K1_1'], expiresAt: 4294967295000 }])
  expect(outcome).toMatchObject({ bought: made })
  expect([pendingOf('alice.wam'), boughtBy('alice.wam')]).toMatchObject([[], [made]])
})

it.each([
  ['unclear', 1],
  ['chain', 0],
  ['expired', 0],
  ['network', 0],
])('keeps it as long as nobody knows how it ended: %s', async (kind, count) => {
  serveTables(tables())
  wallet.transact.mockImplementation(async ({ actions, onSigned }) => {
    await actions()
    onSigned?.(signature)
    throw new wallet.WalletError(kind, kind)
  })
  await buy()
  expect([pendingOf('alice.wam').length, boughtBy('alice.wam').length]).toEqual([count, 0])
})

it('buys nothing else while it is not known how the last one ended', async () => {
  serveTables(tables())
  wallet.transact.mockImplementation(async ({ actions, onSigned }) => {
    await actions()
    onSigned?.(signature)
    throw new wallet.WalletError('unclear', 'lost')
  })
  expect(await buy()).toMatchObject({ problem: { kind: 'unclear' } })
  signs()
  signed = []
  expect(await buy()).toEqual({ problem: { kind: 'unclear' }, isTold: false })
  expect(signed).toEqual([])
})

it('asks no wallet while another tab buys, nor for what another one has just bought', async () => {
  serveTables(tables())
  let release = () => {}
  const held = navigator.locks.request(
    'fieldhouse.buying',
    {},
    () => new Promise<void>((resolve) => (release = resolve)),
  )
  expect(await buy()).toEqual({ problem: { kind: 'elsewhere' }, isTold: false })
  release()
  await held
  const isStale = () => true
  expect(await buyPacks(purchase, () => {}, isStale)).toEqual({ problem: { kind: 'elsewhere' }, isTold: false })
  expect(signed).toEqual([])
  expect(await buy()).toMatchObject({ bought: { quantity: '2' } })
})

it('lets the next tab buy however it ended', async () => {
  serveTables(tables())
  fails('refused', 'User declined')
  await buy()
  signs()
  expect(await buy()).toMatchObject({ bought: {} })
  expect(await buy()).toMatchObject({ bought: {} })
})

it('names the code, pays its price, and says when it counts no more', async () => {
  serveTables(tables())
  expect(await buy({ partnerCode: 'buzzer' })).toMatchObject({ bought: { deposit: '75220735786' } })
  expect(signed[0]).toMatchObject([{ data: { quantity: '752.20735786 WAX' } }, { data: { partner_code: 'buzzer' } }])
  expect(await buy({ partnerCode: 'oldgym' })).toMatchObject({
    problem: { kind: 'refusal', refusal: { reason: 'partner', code: 'oldgym' } },
  })
})
