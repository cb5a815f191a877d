import { gatewayNow, wait } from '@fieldhouse/chain-data'
import { type FetchedAnswer, fetchAnswer, followAtGateway, readLine } from '@fieldhouse/chain-data/client'
import { createShelf } from '@fieldhouse/chain-data/purchase'
import { paceInLine, type TransactionRecord } from '@fieldhouse/chain-data/records'
import { type User, walletOf } from '@fieldhouse/wallet-login'
import { useSyncExternalStore } from 'react'

/** A place before a signature, as the gateway reports it. It outlives the page. */
export interface Place extends Omit<NonNullable<TransactionRecord['line']>, 'sendsAt'> {
  account: string
  dropId: string
  /** Where the gateway tells of it, and where it is given up; empty for who asked again, which only hears of it. */
  location: string
  /** `turn`: now is the time to sign. `over`: it went by unused, and there is no place any more. */
  state: 'waiting' | 'turn' | 'over'
  /** About when it is one's turn, or when that is over, by the gateway's clock, epoch milliseconds; null for unknown. */
  at: number | null
  /** A turn went by unused, of which the visitor has not read. */
  isMissed: boolean
  /** The visitor has read it. */
  isRead: boolean
}

const PLACES = '/api/v1/places'
/** At most so many are kept: the newest. */
const MOST = 8
/** A gateway that has not answered after so many milliseconds is done without. */
const TIMEOUT = 30_000
/** Between two questions at most, of who has no address to wait at, and after one without an answer, in milliseconds. */
const PAUSE = 5000

const isPlace = (value: unknown): value is Place => {
  const { account, dropId, location, state } = Object(value)
  return [account, dropId, location].every((text) => typeof text === 'string') && /^(waiting|turn|over)$/.test(state)
}

const places = createShelf<readonly Place[]>('fieldhouse.places', [], (stored) =>
  Array.isArray(stored) ? stored.filter(isPlace) : null,
)

const put = (account: string, dropId: string, place: Place | null): void =>
  places.change((all) => {
    const others = all.filter((other) => other.account !== account || other.dropId !== dropId)
    return place ? [place, ...others].slice(0, MOST) : others
  })

export const placeOf = (account: string, dropId: string): Place | null =>
  places.read().find((place) => place.account === account && place.dropId === dropId) ?? null

/** Null where the gateway does not answer. */
const demand = ({ accountName: account, wallet }: User, dropId: string): Promise<FetchedAnswer | null> =>
  fetchAnswer(PLACES, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ account, drop: dropId, life: walletOf(wallet).signatureLife }),
    timeout: TIMEOUT,
  }).catch(() => null)

/** A place out of what the gateway tells; null when there is none any more. */
function readPlace(
  before: Pick<Place, 'account' | 'dropId'> & Partial<Place>,
  { json, headers }: FetchedAnswer,
): Place | null {
  const { state, turn_in, ends_in, missed } = Object(json)
  if (state === 'ended' && before.state === 'turn') return { ...(before as Place), state: 'over', isMissed: true }
  if (state !== 'waiting' && state !== 'turn') return null
  const { sendsAt: at, ...line } = readLine(json, state === 'turn' ? ends_in : turn_in)
  return {
    account: before.account,
    dropId: before.dropId,
    location: headers.get('Location') || (before.location ?? ''),
    state,
    ...line,
    at,
    isMissed: missed === true && before.isRead !== true,
    isRead: before.isRead === true,
    from: Math.max(before.from ?? 0, line.place ?? 0),
  }
}

/**
 * Asks for a place before a wallet is asked, where the line is longer than its signature holds.
 *
 * @returns true when it may be asked now: there is no such line, or it is one's turn. A gateway that does not tell lets it be
 */
export async function mayAsk(user: User, dropId: string): Promise<boolean> {
  const { accountName: account } = user
  const told = await demand(user, dropId)
  if (told?.status !== 200 && told?.status !== 201) {
    if (told?.status === 204) put(account, dropId, null)
    return true
  }
  const place = readPlace({ account, dropId, ...placeOf(account, dropId) }, told)
  put(account, dropId, place)
  return place?.state !== 'waiting'
}

/** Follows a place until it is given up, used, or the signal says so. */
export async function followPlace(user: User, dropId: string, signal: AbortSignal): Promise<void> {
  const { accountName: account } = user
  let etag = ''
  for (;;) {
    const place = placeOf(account, dropId)
    if (!place || place.state === 'over' || signal.aborted) return
    const began = performance.now()
    const asking = place.location ? followAtGateway(place.location, etag, { signal }) : demand(user, dropId)
    const told = await asking.catch(() => null)
    if (signal.aborted) return
    const isKnown = told === 'same' || (told !== null && told.status !== 429 && told.status < 500)
    if (isKnown && told !== 'same') {
      etag = told.headers.get('ETag') ?? ''
      put(account, dropId, readPlace(place, told))
    }
    // A turn that comes earlier than was told is a minute long: it is not missed for want of asking.
    const pace = isKnown && place.location ? Math.min(PAUSE, paceInLine(place.at, gatewayNow())) : PAUSE
    await wait(Math.max(0, pace - (performance.now() - began)), signal).catch(() => {})
  }
}

/** Gives a place up: nobody is asked to sign for it then. */
export async function leavePlace(account: string, dropId: string): Promise<void> {
  const place = placeOf(account, dropId)
  put(account, dropId, null)
  if (place?.location) await fetch(place.location, { method: 'DELETE' }).catch(() => {})
}

/** The visitor has read that a turn went by: the place at the end of the line, if there is one, goes on. */
export function readMissed(account: string, dropId: string): void {
  const place = placeOf(account, dropId)
  put(account, dropId, place?.state === 'waiting' ? { ...place, isMissed: false, isRead: true } : null)
}

/** The place of an account for a drop, as it changes. */
export const usePlace = (account: string, dropId: string): Place | null =>
  useSyncExternalStore(places.subscribe, () => placeOf(account, dropId))
