import { gatewayNow, wait } from '@fieldhouse/chain-data'
import { type FetchedAnswer, fetchAnswer, followAtGateway, readLine } from '@fieldhouse/chain-data/client'
import { createShelf } from '@fieldhouse/chain-data/purchase'
import { type Line, paceInLine } from '@fieldhouse/chain-data/records'
import { type User, walletOf } from '@fieldhouse/wallet-login'
import { useSyncExternalStore } from 'react'

/** A place before a signature, as the gateway reports it. It outlives the page. */
export interface Place extends Omit<Line, 'sendsAt'> {
  account: string
  dropId: string
  /** Where the gateway reports it and where it is given up; empty for a visitor who already has it under another address. */
  location: string
  /** `turn`: now is the time to sign. `over`: the turn passed unused, and there is no place any more. */
  state: 'waiting' | 'turn' | 'over'
  /** About when it is one's turn, or when that is over, by the gateway's clock, epoch milliseconds; null for unknown. */
  at: number | null
  /** A turn passed unused, and the visitor has not read that yet. */
  isMissed: boolean
  /** The visitor has read that a turn passed unused. */
  isRead: boolean
}

const PLACES = '/api/v1/places'
/** How many places are kept at most: the newest. */
const MOST = 8
/** How long the gateway may take to give or to end a place, in milliseconds. Without an answer the purchase goes on. */
const TIMEOUT = 30_000
/** Between two requests without an address to wait at and after a failure, in milliseconds. */
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

/** Requests a place; null when the gateway does not answer. */
const requestPlace = ({ accountName: account, wallet }: User, dropId: string): Promise<FetchedAnswer | null> =>
  fetchAnswer(PLACES, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ account, drop: dropId, life: walletOf(wallet).signatureLife }),
    timeout: TIMEOUT,
  }).catch(() => null)

/** The place in an answer of the gateway; null when there is none any more. */
function readPlace(
  known: Pick<Place, 'account' | 'dropId'> & Partial<Place>,
  { status, json, headers }: FetchedAnswer,
): Place | null {
  const { state, turn_in, ends_in, missed } = Object(json)
  // What ends later cannot be over: a gateway that was killed has forgotten it.
  if (status === 404 && state === 'ended' && (known.at ?? 0) > gatewayNow())
    return { ...(known as Place), location: '' }
  // A tab that was asleep may have heard of no turn.
  const isPassed = known.state === 'turn' || (known.state === 'waiting' && missed === true)
  if (state === 'ended' && isPassed) return { ...(known as Place), state: 'over', isMissed: true }
  if (state !== 'waiting' && state !== 'turn') return null
  const { sendsAt: at, ...line } = readLine(json, state === 'turn' ? ends_in : turn_in)
  return {
    ...known,
    location: headers.get('Location') || (known.location ?? ''),
    state,
    ...line,
    at,
    // The turn after one that passed is a turn like any other.
    isMissed: missed === true && state === 'waiting' && known.isRead !== true,
    isRead: known.isRead === true,
    from: Math.max(known.from ?? 0, line.place ?? 0),
  }
}

/**
 * Requests a place in line before the wallet gets its request, where the line is longer than a signature is valid.
 *
 * @returns true when the wallet may be asked now: there is no such line, it is the visitor's turn, or the gateway does not say
 */
export async function maySign(user: User, dropId: string): Promise<boolean> {
  const { accountName: account } = user
  const answer = await requestPlace(user, dropId)
  if (answer?.status !== 200 && answer?.status !== 201) {
    if (answer?.status === 204) put(account, dropId, null)
    return true
  }
  const place = readPlace({ account, dropId, ...placeOf(account, dropId) }, answer)
  put(account, dropId, place)
  return place?.state !== 'waiting'
}

/**
 * Takes up the turn that the gateway gives, once, to whoever waited in line until the price that they had signed was gone. A
 * new place at the end of the line, which nobody asked for, is given up.
 */
export async function takeTurnAgain(user: User, dropId: string): Promise<void> {
  const { accountName: account } = user
  // One that is over is no place any more.
  const hasPlace = () => (placeOf(account, dropId)?.state ?? 'over') !== 'over'
  if (hasPlace()) return
  const answer = await requestPlace(user, dropId)
  const place = answer && readPlace({ account, dropId }, answer)
  // Whoever has pressed meanwhile has asked for theirs.
  if (!place || hasPlace()) return
  if (place.state === 'turn') put(account, dropId, place)
  else if (answer.status === 201) await giveUp(place.location)
}

/** Follows a place until it is given up, used, or the signal says so. */
export async function followPlace(user: User, dropId: string, signal: AbortSignal): Promise<void> {
  const { accountName: account } = user
  let etag = ''
  for (;;) {
    const place = placeOf(account, dropId)
    if (!place || place.state === 'over' || signal.aborted) return
    const began = performance.now()
    const request = place.location ? followAtGateway(place.location, etag, { signal }) : requestPlace(user, dropId)
    const answer = await request.catch(() => null)
    if (signal.aborted) return
    const isKnown = answer === 'same' || (answer !== null && answer.status !== 429 && answer.status < 500)
    if (isKnown && answer !== 'same') {
      etag = answer.headers.get('ETag') ?? ''
      // The visitor may have read meanwhile that a turn passed, or given the place up, and another tab have a new one.
      const now = placeOf(account, dropId)
      if (now?.location === place.location) put(account, dropId, readPlace(now, answer))
    }
    // A turn lasts a minute, so even one that comes earlier than forecast is not missed.
    const pace = isKnown && place.location ? paceInLine(place.at, gatewayNow()) : PAUSE
    await wait(Math.max(0, pace - (performance.now() - began)), signal).catch(() => {})
  }
}

/**
 * Gives up what waits at an address: a place, or a purchase in the gateway's line, whose follower reads that in its record.
 *
 * @returns whether the gateway has heard it: what was sent already (409) says so in its status
 */
export const giveUp = (location: string): Promise<boolean> =>
  fetchAnswer(location, { method: 'DELETE', timeout: TIMEOUT }).then(
    ({ status }) => status < 300 || status === 409,
    () => false,
  )

/** Gives a place up. */
export async function leavePlace(account: string, dropId: string): Promise<void> {
  const place = placeOf(account, dropId)
  put(account, dropId, null)
  if (place?.location) await giveUp(place.location)
}

/** The visitor has read that a turn passed. A place at the end of the line, if there is one, stays. */
export function readMissed(account: string, dropId: string): void {
  const place = placeOf(account, dropId)
  put(account, dropId, place?.state === 'waiting' ? { ...place, isMissed: false, isRead: true } : null)
}

/** The place of an account for a drop, as it changes. */
export const usePlace = (account: string, dropId: string): Place | null =>
  useSyncExternalStore(places.subscribe, () => placeOf(account, dropId))
