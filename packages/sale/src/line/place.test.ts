// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { alice } from '../testing/fake-wallet'
import { followPlace, leavePlace, maySign, placeOf, readMissed, takeTurnAgain } from './place'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)

const LOCATION = '/api/v1/places/AAAAAAAAAAAAAAAAAAAAAA'
const WAITING = { state: 'waiting', place: 312, of: 1840, turn_in: 95_000, is_moving: true }

/** Follows a place to its end, by a clock of the test's. */
async function follow(): Promise<void> {
  let isOver = false
  void followPlace(alice, '5', new AbortController().signal).then(() => {
    isOver = true
  })
  while (!isOver) await vi.advanceTimersByTimeAsync(1000)
}

/** What was asked of the gateway: method, path, body and condition. */
const asked: { method: string; path: string; body: unknown; etag: string | null }[] = []
/** Its answers, in order; the last one stays. */
let answers: (() => Response | Promise<Response>)[] = []

const told =
  (status: number, body: object | null, headers: Record<string, string> = {}) =>
  () =>
    new Response(body === null ? null : JSON.stringify(body), { status, headers })

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const etag = new Headers(headers).get('If-None-Match')
    asked.push({ method, path, body: body ? JSON.parse(String(body)) : null, etag })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return (answer ?? told(404, {}))()
  })
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

it('lets a wallet be asked where there is no line, and where the gateway does not tell of one', async () => {
  answers = [told(204, null), told(404, {}), told(503, {}), () => Promise.reject(new TypeError('Failed to fetch'))]
  for (const _ of [1, 2, 3, 4]) expect(await maySign(alice, '5')).toBe(true)
  expect(asked[0]).toMatchObject({ path: '/api/v1/places', body: { account: 'alice.wam', drop: '5', life: 180 } })
  expect(placeOf('alice.wam', '5')).toBeNull()
})

it('says how long the wallet’s signature holds', async () => {
  answers = [told(204, null)]
  await maySign({ ...alice, wallet: 'wombat' }, '5')
  expect(asked[0]?.body).toMatchObject({ life: 30 })
})

it('keeps a place over a reload, for its account and its drop alone', async () => {
  answers = [told(201, WAITING, { Location: LOCATION })]
  expect(await maySign(alice, '5')).toBe(false)
  expect(placeOf('alice.wam', '5')).toMatchObject({ place: 312, of: 1840, from: 312, location: LOCATION })
  expect([placeOf('alice.wam', '6'), placeOf('bob.wam', '5')]).toEqual([null, null])
  vi.resetModules()
  const page = await import('./place')
  expect(page.placeOf('alice.wam', '5')).toEqual(placeOf('alice.wam', '5'))
})

it('follows it by waiting for what is new, until it was used', async () => {
  answers = [
    told(201, WAITING, { Location: LOCATION }),
    told(200, { ...WAITING, place: 40 }, { ETag: '"a"' }),
    told(304, null),
    told(200, { state: 'turn', ends_in: 60_000 }, { ETag: '"b"' }),
    told(200, { state: 'used' }),
  ]
  await maySign(alice, '5')
  const seen: unknown[] = []
  vi.stubGlobal(
    'fetch',
    (
      (before) =>
      async (...request: Parameters<typeof fetch>) => {
        const { state, place, from } = placeOf('alice.wam', '5') ?? {}
        seen.push([state, place, from])
        return before(...request)
      }
    )(fetch),
  )
  await follow()
  expect(seen).toEqual([
    ['waiting', 312, 312],
    ['waiting', 40, 312],
    ['waiting', 40, 312],
    ['turn', null, 312],
  ])
  expect(asked.slice(1).map(({ path, etag }) => [path, etag])).toEqual([
    [LOCATION, null],
    [LOCATION, '"a"'],
    [LOCATION, '"a"'],
    [LOCATION, '"b"'],
  ])
  expect(placeOf('alice.wam', '5')).toBeNull()
})

it('may ask at its turn', async () => {
  answers = [told(200, { state: 'turn', ends_in: 30_000 })]
  expect(await maySign(alice, '5')).toBe(true)
  expect(placeOf('alice.wam', '5')?.state).toBe('turn')
})

it('says that a turn was missed until that was read, and goes on at the end of the line', async () => {
  answers = [told(201, { ...WAITING, missed: true }, { Location: LOCATION })]
  await maySign(alice, '5')
  expect(placeOf('alice.wam', '5')?.isMissed).toBe(true)
  readMissed('alice.wam', '5')
  expect(placeOf('alice.wam', '5')).toMatchObject({ isMissed: false, state: 'waiting' })
  await maySign(alice, '5')
  expect(placeOf('alice.wam', '5')?.isMissed).toBe(false)
})

it('says of the turn after a missed one that it is one’s turn, read or not', async () => {
  answers = [told(201, { ...WAITING, missed: true }, { Location: LOCATION })]
  await maySign(alice, '5')
  answers = [told(200, { state: 'turn', ends_in: 60_000, missed: true })]
  expect(await maySign(alice, '5')).toBe(true)
  expect(placeOf('alice.wam', '5')).toMatchObject({ state: 'turn', isMissed: false })
})

it('does not say it again by an answer that was on its way when it was read', async () => {
  let arrive = (_: Response) => {}
  const held = new Promise<Response>((resolve) => {
    arrive = resolve
  })
  answers = [told(201, { ...WAITING, missed: true }, { Location: LOCATION }), () => held, told(404, {})]
  await maySign(alice, '5')
  const left = new AbortController()
  const followed = followPlace(alice, '5', left.signal)
  readMissed('alice.wam', '5')
  arrive(told(200, { ...WAITING, place: 300, missed: true })())
  await vi.advanceTimersByTimeAsync(0)
  expect(placeOf('alice.wam', '5')).toMatchObject({ place: 300, isMissed: false })
  left.abort()
  await followed
})

it('says so too of the last turn, after which there is no place', async () => {
  answers = [told(201, { state: 'turn', ends_in: 1 }, { Location: LOCATION }), told(200, { state: 'ended' })]
  await maySign(alice, '5')
  await follow()
  expect(placeOf('alice.wam', '5')).toMatchObject({ state: 'over', isMissed: true })
  readMissed('alice.wam', '5')
  expect(placeOf('alice.wam', '5')).toBeNull()
})

it.each([
  ['takes up the turn that is given again, though nobody has read that one passed', { state: 'turn' }, 'turn'],
  ['leaves it unread where none is given again', WAITING, 'over'],
])('%s', async (_, again, state) => {
  answers = [told(201, { state: 'turn', ends_in: 1 }, { Location: LOCATION }), told(200, { state: 'ended' })]
  await maySign(alice, '5')
  await follow()
  answers = [told(201, again, { Location: LOCATION })]
  await takeTurnAgain(alice, '5')
  expect(placeOf('alice.wam', '5')).toMatchObject({ state, isMissed: state === 'over' })
})

it.each([
  ['says so too to a tab that was asleep in both turns', { missed: true }, 'over'],
  ['says nothing of a place that was given up in another browser', {}, undefined],
])('%s', async (_, rest, state) => {
  answers = [told(201, WAITING, { Location: LOCATION }), told(200, { state: 'ended', ...rest })]
  await maySign(alice, '5')
  await follow()
  expect(placeOf('alice.wam', '5')?.state).toBe(state)
})

it.each(['waiting', 'turn'])('asks for a place anew that the gateway has lost, while %s', async (state) => {
  const again = `${LOCATION.slice(0, -1)}B`
  const lost = told(404, { state: 'ended' })
  answers = [
    told(201, { ...WAITING, state, ends_in: 60_000 }, { Location: LOCATION }),
    lost,
    told(201, { ...WAITING, place: 700 }, { Location: again }),
  ]
  await maySign(alice, '5')
  const left = new AbortController()
  const followed = followPlace(alice, '5', left.signal)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(placeOf('alice.wam', '5')).toMatchObject({ state: 'waiting', place: 700, isMissed: false, location: again })
  left.abort()
  await followed
})

it('gives it up where it was given, and needs no answer', async () => {
  answers = [told(201, WAITING, { Location: LOCATION }), () => Promise.reject(new TypeError('Failed to fetch'))]
  await maySign(alice, '5')
  await leavePlace('alice.wam', '5')
  expect(asked[1]).toMatchObject({ method: 'DELETE', path: LOCATION })
  expect(placeOf('alice.wam', '5')).toBeNull()
})
