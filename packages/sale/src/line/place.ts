import { gatewayNow, wait } from '@fieldhouse/chain-data'
import { createShelf } from '@fieldhouse/chain-data/purchase'
import { paceInLine } from '@fieldhouse/chain-data/records'
import { EXPIRE_SECONDS, SCATTER_EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import type { User } from '@fieldhouse/wallet-login'
import { useSyncExternalStore } from 'react'

/** A place before a signature, as the gateway tells it. It outlives the page. */
export interface Place {
  account: string
  dropId: string
  /** Where the gateway tells of it, and where it is given up; empty for who asked again, which only hears of it. */
  location: string
  /** `turn`: now is the time to sign. `over`: it went by unused, and there is no place any more. */
  state: 'waiting' | 'turn' | 'over'
  place: number | null
  of: number
  /** About when it is one's turn, or when that is over, by the gateway's clock, epoch milliseconds; null for unknown. */
  at: number | null
  isMoving: boolean
  /** A turn went by unused, of which the visitor has not read. */
  isMissed: boolean
  /** The visitor has read it. */
  isRead: boolean
  /** The largest place that was told. */
  from: number
}

const PLACES = '/api/v1/places'
/** At most so many are kept: the newest. */
const MOST = 8
/** So many seconds a question waits at the gateway for something new, and the milliseconds after which it is given up. */
const WAIT = 20
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

/** How long a wallet's signature holds, in seconds. */
const lifeOf = ({ wallet }: User): number => (wallet === 'wombat' ? SCATTER_EXPIRE_SECONDS : EXPIRE_SECONDS)

interface Told {
  status: number
  location: string
  etag: string
  body: Record<string, unknown>
}

async function ask(path: string, init: RequestInit, signal?: AbortSignal): Promise<Told | null> {
  try {
    const late = AbortSignal.timeout(TIMEOUT)
    const response = await fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late })
    const body: unknown = response.status === 204 || response.status === 304 ? null : await response.json()
    const { headers } = response
    return {
      status: response.status,
      location: headers.get('Location') ?? '',
      etag: headers.get('ETag') ?? '',
      body: Object(body),
    }
  } catch {
    return null
  }
}

const demand = (account: string, dropId: string, life: number) =>
  ask(PLACES, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ account, drop: dropId, life }),
  })

/** A place out of what the gateway tells; null when there is none any more. */
function readPlace(before: Pick<Place, 'account' | 'dropId'> & Partial<Place>, { body, location }: Told): Place | null {
  const { state, place, of, turn_in, ends_in, is_moving, missed } = body
  if (state === 'ended' && before.state === 'turn') return { ...(before as Place), state: 'over', isMissed: true }
  if (state !== 'waiting' && state !== 'turn') return null
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
  const about = number(state === 'turn' ? ends_in : turn_in)
  return {
    account: before.account,
    dropId: before.dropId,
    location: location || (before.location ?? ''),
    state,
    place: number(place),
    of: number(of) ?? 0,
    at: about === null ? null : gatewayNow() + about,
    isMoving: is_moving !== false,
    isMissed: missed === true && before.isRead !== true,
    isRead: before.isRead === true,
    from: Math.max(before.from ?? 0, number(place) ?? 0),
  }
}

/**
 * Asks for a place before a wallet is asked, where the line is longer than its signature holds.
 *
 * @returns true when it may be asked now: there is no such line, or it is one's turn. A gateway that does not tell lets it be
 */
export async function mayAsk(user: User, dropId: string): Promise<boolean> {
  const { accountName: account } = user
  const told = await demand(account, dropId, lifeOf(user))
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
    const waiting = { ...(etag && { 'If-None-Match': etag, Prefer: `wait=${WAIT}` }) }
    const told = place.location
      ? await ask(place.location, { headers: waiting }, signal)
      : await demand(account, dropId, lifeOf(user))
    if (signal.aborted) return
    const isKnown = told !== null && told.status !== 429 && told.status < 500
    if (isKnown && told.status !== 304) {
      etag = told.etag
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
  if (place?.location) await ask(place.location, { method: 'DELETE' })
}

/** The visitor has read that a turn went by: the place at the end of the line, if there is one, goes on. */
export function readMissed(account: string, dropId: string): void {
  const place = placeOf(account, dropId)
  put(account, dropId, place?.state === 'waiting' ? { ...place, isMissed: false, isRead: true } : null)
}

/** The place of an account for a drop, as it changes. */
export const usePlace = (account: string, dropId: string): Place | null =>
  useSyncExternalStore(places.subscribe, () => placeOf(account, dropId))
