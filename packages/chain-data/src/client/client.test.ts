import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Data, importData } from '../testing/data'
import { fixture, hasFixtures } from '../testing/fixtures'
import { envelope, serveGateway } from '../testing/gateway'
import { network } from '../testing/network'
import { claimRow, dropRow, partnerRow, pointRow } from '../testing/rows'

// Each test has a page of its own: a cache and a store.
let client: typeof import('./index')
let data: Data

beforeEach(async () => {
  vi.resetModules()
  data = await importData()
  client = await import('./index')
})

const feedAnswer = { status: 'ok', feed: {}, items: [{ title: 'News', link: 'https://medium.com/1' }] }

const gateway = (changes = {}) =>
  serveGateway({
    '/api/v1/rows/datapoints': () => envelope(pointRow(3, 598, '2023-11-27T13:57:39.000')),
    '/api/v1/rows/drops': () => envelope(dropRow()),
    '/api/v1/rows/accounts': () => envelope({ balance: '12.34560000 WAX' }),
    '/api/v1/rows/partners': () => envelope(partnerRow()),
    '/api/v1/rows/claims': () => envelope(claimRow()),
    '/api/v1/feed': () => feedAnswer,
    ...changes,
  })

describe('the calls of the specification (section 7)', () => {
  it('getMedian asks the oracle for the one newest median', async () => {
    const asked = gateway()
    expect(await client.getMedian(network)).toBe(598n)
    expect(asked).toEqual(['/api/v1/rows/datapoints?account=delphioracle&limit=1&isLimited=true&scope=waxpusd'])
  })

  it('rowDrops lists the drops of the game contract', async () => {
    const asked = gateway()
    expect(await client.rowDrops(network)).toMatchObject([{ id: '1', name: 'Starter Pack' }])
    expect(asked).toEqual(['/api/v1/rows/drops?account=gamecontract'])
  })

  it('rowBalanceWax reads up to 10 balances of the account, exactly', async () => {
    const asked = gateway()
    expect(await client.rowBalanceWax(network, 'alice.wam')).toBe(12_34560000n)
    expect(asked).toEqual(['/api/v1/rows/accounts?account=eosio.token&limit=10&isLimited=true&scope=alice.wam'])
  })

  it('fetchMediumPost asks for the feed', async () => {
    const asked = gateway()
    expect(await client.fetchMediumPost('https://medium.com/feed/cards?a=1&b=2')).toMatchObject([{ title: 'News' }])
    expect(asked).toEqual(['/api/v1/feed?rss_url=https%3A%2F%2Fmedium.com%2Ffeed%2Fcards%3Fa%3D1%26b%3D2'])
  })

  it('getPartnersCodes lists the partners of the game contract', async () => {
    const asked = gateway()
    expect(await client.getPartnersCodes(network)).toMatchObject([{ code: 'hailmary', uses: 128n }])
    expect(asked).toEqual(['/api/v1/rows/partners?account=gamecontract'])
  })

  it('rowAvailableDropsToClaim lists the claims of the user', async () => {
    const asked = gateway()
    expect(await client.rowAvailableDropsToClaim(network, 'alice.wam')).toMatchObject([{ id: '4294967301' }])
    expect(asked).toEqual(['/api/v1/rows/claims?scope=gamecontract&index=alice.wam'])
  })

  it('claims of which some are missing are an error while none of the others waits, and none when one does', async () => {
    const waiting = { ...claimRow(), claimed: false, expires_at: 0 }
    for (const row of [claimRow(), { ...waiting, expires_at: 1 }]) {
      gateway({ '/api/v1/rows/claims': () => ({ ...envelope(row), more: true }) })
      await expect(client.rowAvailableDropsToClaim(network, 'alice.wam', { maxAge: 0 })).rejects.toThrow('more')
    }
    // By the gateway's clock, whatever the visitor's says.
    data.applySnapshot({}, Date.now())
    const row = { ...waiting, expires_at: Math.floor(data.gatewayNow() / 1000) + 60 }
    vi.spyOn(Date, 'now').mockReturnValue(data.gatewayNow() + 3_600_000)
    gateway({ '/api/v1/rows/claims': () => ({ ...envelope(row), more: true }) })
    expect(await client.rowAvailableDropsToClaim(network, 'alice.wam', { maxAge: 0 })).toHaveLength(1)
  })

  it('an empty account, user or feed makes no request and gives an empty result', async () => {
    const asked = gateway()
    expect(await client.rowBalanceWax(network, '')).toBeNull()
    expect(await client.rowAvailableDropsToClaim(network, '')).toEqual([])
    expect(await client.fetchMediumPost('')).toEqual([])
    expect(asked).toEqual([])
  })

  it('an account without a row has a balance of 0, an oracle of seeds no median', async () => {
    gateway({
      '/api/v1/rows/accounts': () => envelope(),
      '/api/v1/rows/datapoints': () => envelope(pointRow(0, 0, '2023-11-27T13:57:39.000')),
    })
    expect([await client.rowBalanceWax(network, 'new.wam'), await client.getMedian(network)]).toEqual([0n, null])
  })

  it('a refusal is an error that says what to do', async () => {
    gateway({ '/api/v1/rows/drops': () => new Response('{"message":"the chain does not answer"}', { status: 502 }) })
    await expect(client.rowDrops(network)).rejects.toThrow(
      'reading /api/v1/rows/drops?account=gamecontract: status 502, the chain does not answer; try again later',
    )
    await expect(client.rowDrops(network)).rejects.toBeInstanceOf(data.DataError)
  })

  it.skipIf(!hasFixtures)('read the example answers (skipped without ../shared/fixtures)', async () => {
    const answers = (name: string) => () => Object(fixture(name))
    gateway({
      '/api/v1/rows/datapoints': answers('synthetic_delphioracle.datapoints.limit1.json'),
      '/api/v1/rows/drops': answers('synthetic_game.drops.json'),
      '/api/v1/rows/accounts': answers('synthetic_eosio.token.accounts.json'),
      '/api/v1/rows/partners': answers('synthetic_game.partners.json'),
      '/api/v1/rows/claims': answers('synthetic_game.claims.json'),
      '/api/v1/feed': answers('synthetic_rss2json.ok.200.json'),
    })
    expect(await client.getMedian(network)).toBe(598n)
    expect(await client.rowDrops(network)).toMatchObject([
      { id: '1', listing: { token: 'USD', units: 999n, decimals: 2 } },
    ])
    expect(await client.rowBalanceWax(network, 'alice.wam')).toBe(12_34560000n)
    expect(await client.getPartnersCodes(network)).toMatchObject([{ code: 'hailmary', shareBps: 500 }])
    expect(await client.rowAvailableDropsToClaim(network, 'alice.wam')).toMatchObject([{ amount: 2n }])
    expect(await client.fetchMediumPost('https://medium.com/feed/x')).toMatchObject([{ author: 'The Team' }])
  })
})

describe('the shared data', () => {
  it("holds what was read of everybody's, under its name", async () => {
    gateway()
    const drops = await client.rowDrops(network)
    await Promise.all([
      client.getMedian(network),
      client.getPartnersCodes(network),
      client.fetchMediumPost('https://m'),
    ])
    expect(data.store.get('rowDrops')).toBe(drops)
    expect(data.store.get('medianPrice')).toBe(598n)
    expect(data.store.get('partnersCodes')).toMatchObject([{ code: 'hailmary' }])
    expect(data.store.get('PostsMedium')).toMatchObject([{ title: 'News' }])
  })

  const userData = () => [data.store.get('userWaxBalance'), data.store.get('availableDropsToClaim')?.length]
  const readUser = (account: string) =>
    Promise.all([client.rowBalanceWax(network, account), client.rowAvailableDropsToClaim(network, account)])

  it('holds balance and claims of the remembered user, and of no other account', async () => {
    gateway()
    await readUser('alice.wam')
    expect(userData()).toEqual([null, undefined])
    data.rememberUser('bob.wam')
    await readUser('carol.wam')
    expect(userData()).toEqual([null, undefined])
    await readUser('bob.wam')
    expect(userData()).toEqual([12_34560000n, 1])
  })

  it('holds what was read a moment before the user was remembered, without another request', async () => {
    const asked = gateway()
    await readUser('alice.wam')
    data.rememberUser('alice.wam')
    await readUser('alice.wam')
    expect([...userData(), asked.length]).toEqual([12_34560000n, 1, 2])
  })

  it('holds nothing of a user who logged out, neither known nor on its way', async () => {
    const asked = gateway()
    data.rememberUser('alice.wam')
    await readUser('alice.wam')
    const late = client.rowBalanceWax(network, 'alice.wam', { maxAge: 0 })
    data.forgetUser('alice.wam')
    expect(userData()).toEqual([null, undefined])
    await expect(late).rejects.toMatchObject({ name: 'AbortError' })
    expect(userData()).toEqual([null, undefined])
    asked.length = 0
    await client.rowBalanceWax(network, 'alice.wam')
    expect(asked).toHaveLength(1)
  })

  it("keeps everybody's and the next user's data when a user is forgotten", async () => {
    gateway()
    await client.getMedian(network)
    data.rememberUser('alice.wam')
    await readUser('alice.wam')
    data.rememberUser('bob.wam')
    expect(userData()).toEqual([null, undefined])
    await readUser('bob.wam')
    data.forgetUser('alice.wam')
    expect([...userData(), data.store.get('medianPrice')]).toEqual([12_34560000n, 1, 598n])
  })

  it('remembers the same user once, and none without a name', async () => {
    data.rememberUser('alice.wam')
    const signal = data.userSignal('alice.wam')
    data.rememberUser('alice.wam')
    expect([data.userSignal('alice.wam'), signal?.aborted]).toEqual([signal, false])
    expect(data.userSignal('bob.wam')).toBeNull()
    data.forgetUser('alice.wam')
    expect([data.userSignal('alice.wam'), signal?.aborted]).toEqual([null, true])
    expect(() => data.rememberUser('')).toThrow('the account is empty')
  })
})
