import { dropsLeft } from '@fieldhouse/chain-data'
import { isLong, type Line, type RecordProblem } from '@fieldhouse/chain-data/records'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { SaleProps, SlipState } from '../purchase/use-slip'
import { followPlace, giveUp, leavePlace, readMissed, takeTurnAgain, usePlace } from './place'

/** What stands in a slip while its visitor is in line, signed or with a place alone; null while they are in none. */
export function useLine(slip: SlipState, { drops, look, pages }: SaleProps): ReactNode {
  const { phase, record, user, account, drop, now } = slip
  const place = usePlace(account, drop.id)
  const [module, setModule] = useState<typeof import('./index')>()
  /** The line that a record is in, or was in on this page. */
  const lastLine = useRef<{ id: string; line: Line } | null>(null)
  const line = record?.line ?? null
  if (record && line && (isLong(line, now) || lastLine.current?.id === record.id))
    lastLine.current = { id: record.id, line }
  const own = record && lastLine.current?.id === record.id ? lastLine.current.line : null
  const isNeeded = own !== null || place !== null
  const isMissing = isNeeded && !module
  // biome-ignore lint/correctness/useExhaustiveDependencies: what cannot be had is asked for again with what is new in the line.
  useEffect(() => {
    if (isMissing) import(/* webpackChunkName: "line" */ './index').then(setModule, () => {})
  }, [isMissing, line, place])
  const isPlaced = place !== null && place.state !== 'over'
  useEffect(() => {
    if (!user || !isPlaced) return
    const left = new AbortController()
    void followPlace(user, drop.id, left.signal)
    return () => left.abort()
  }, [user, drop.id, isPlaced])
  const isSoldOut = drop.state === 'soldout'
  const isClosed = isSoldOut || drop.state === 'ended'
  const isPriceGone = own !== null && record?.state === 'refused' && refusesPrice(record.problem)
  useEffect(() => {
    if (user && isPriceGone && !isClosed) void takeTurnAgain(user, drop.id)
  }, [user, drop.id, isPriceGone, isClosed])
  const isUsed = phase.name === 'done' && place?.state === 'over'
  useEffect(() => {
    // Its wallet took longer than the turn, and what it signed went first all the same.
    if (isUsed) readMissed(account, drop.id)
  }, [account, drop.id, isUsed])
  const location = line ? (record?.location ?? '') : ''
  useEffect(() => {
    // It could only be refused, so it leaves the line unsent.
    if (isSoldOut && location) void giveUp(location)
  }, [isSoldOut, location])

  if (!module || !isNeeded) return null
  const isAsked = phase.name === 'busy' && phase.step !== 'preparing'
  const isSigned = record?.signed != null
  const isUnsent = record?.state === 'refused' && UNSENT.includes(record.problem?.kind ?? '')
  if (isClosed && ((isPlaced && !isSigned && !isAsked) || (own && isUnsent && phase.name === 'failed'))) {
    const isVoid = record?.signed != null && record.signed.expiresAt <= now
    return (
      <module.ClosedInLine
        slip={slip}
        look={look}
        outcome={!own ? 'neverSigned' : isVoid ? 'void' : 'neverSent'}
        place={(own ?? place)?.place ?? null}
        drops={drops}
        pages={pages}
      />
    )
  }
  const isOut = record?.state === 'sent' && !record.isUnanswered
  // Once nobody knows whether it was sent, it is looked up, which the slip says by itself, as it does while the page sends.
  if (record && own && phase.name === 'busy' && phase.step === 'sending' && (line || isOut)) {
    const about = own.sendsAt === null ? null : Math.max(0, own.sendsAt - now)
    return (
      <module.InLine
        slip={ordered(slip, record.subject.quantity)}
        status={{ ...own, about }}
        phase={line ? 'queued' : 'sent'}
        onLeave={() => giveUp(record.location)}
        look={look}
      />
    )
  }
  // Nobody lines up again for what is sold out, or over.
  const isPast = isClosed && (isSigned || place?.state === 'over')
  if (!place || isAsked || phase.name === 'done' || isPast) return null
  if (place.state !== 'waiting' || place.isMissed) {
    return (
      <module.YourTurn
        key={String(place.isMissed)}
        slip={slip}
        look={look}
        endsAt={place.at ?? now}
        onBuy={() => slip.submit()}
        isMissed={place.isMissed}
        isPriceGone={isPriceGone}
        onAgain={() => {
          readMissed(account, drop.id)
          if (place.state === 'over') slip.submit()
        }}
      />
    )
  }
  const about = place.at === null ? null : Math.max(0, place.at - now)
  return (
    <module.Ticket
      slip={slip}
      status={{ ...place, about }}
      onLeave={() => void leavePlace(account, drop.id)}
      left={dropsLeft(drop)}
    />
  )
}

/** What ended a purchase of which the gateway sent nothing: the kinds of its problem. */
const UNSENT: readonly string[] = ['expired', 'left-line']

/** The game sells at one of the oracle's last prices, and the one that was signed is none of them any more. */
const refusesPrice = (problem: RecordProblem | null): boolean =>
  problem?.kind === 'chain' && `${problem.message} ${problem.detail}`.includes('Price moved')

/** A slip with the quantity that was signed: the basket may have another by now. What it was in dollars then is not known. */
const ordered = (slip: SlipState, quantity: string): SlipState =>
  String(slip.quantity) === quantity
    ? slip
    : { ...slip, quantity: BigInt(quantity), usd: { gross: '', net: '', off: '', each: '' } }
