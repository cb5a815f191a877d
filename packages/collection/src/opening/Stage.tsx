import {
  isMade,
  isUnderway,
  type Subject,
  type TransactionRecord,
  tellRecord,
  useRecords,
} from '@fieldhouse/chain-data/records'
import { ANIMATION_DURATION } from '@fieldhouse/contract/constants'
import { artOf, Card, CardBack, cardTexts, linkStyles, Pack, SUPPLY, TierPips, useModal } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { useUser, walletOf } from '@fieldhouse/wallet-login'
import { type CSSProperties, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { EditionCards, OwnCard, OwnPack } from '../cards/holdings'
import { awaitOnWall, lastIdOf } from '../cards/wall'
import { cardsOf, describeError, openPack } from './open-pack'
import s from './Stage.module.css'
import { Torn } from './Torn'
import { texts } from './texts'

/** What a stage knows of a pack besides its record. */
type Phase =
  | { name: 'sealed'; problem?: string }
  /** The chain has it: its cards are read; `late` when they did not come in time. */
  | { name: 'signing' | 'reading' | 'late' }
  /** @param isTurning while it is shown how they come out; then they lie there */
  | { name: 'open'; cards: readonly OwnCard[]; isTurning: boolean }

type Opening = TransactionRecord & { subject: Extract<Subject, { kind: 'opening' }> }

export interface StageProps {
  edition: EditionCards
  /** The sealed packs: the first is opened. Those that are left follow. */
  packs: readonly OwnPack[]
  onClose: () => void
}

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Packs are opened, one after the other, on a stage of the whole window. */
export function Stage({ edition, packs, onClose }: StageProps) {
  const { t } = useTexts(texts)
  const modal = useModal(onClose)
  const heading = useId()
  // They leave the wall while they are opened: the stage goes on with those that it was opened with.
  const [{ all, place }, setPlace] = useState({ all: packs, place: 0 })
  const pack = all[place]
  if (!pack) return null
  return (
    <dialog {...modal} className={s.stage} aria-labelledby={heading}>
      <div className={s.floor} data-floor={edition.look.edition}>
        {edition.floor}
      </div>
      <Moment
        key={pack.id}
        edition={edition}
        pack={pack}
        heading={heading}
        place={t('place', { place: place + 1, count: all.length })}
        onClose={onClose}
        onNext={place + 1 < all.length ? () => setPlace({ all, place: place + 1 }) : null}
      />
    </dialog>
  )
}

interface MomentProps {
  edition: EditionCards
  pack: OwnPack
  heading: string
  place: string
  onClose: () => void
  /** Goes on to the next pack; null for the last. */
  onNext: (() => void) | null
}

function Moment({ edition, pack, heading, place, onClose, onNext }: MomentProps) {
  const { look } = edition
  const { t, language } = useTexts(texts)
  const { t: words } = useTexts(cardTexts)
  const { network } = useRoot().settings
  const user = useUser()
  const [phase, setPhase] = useState<Phase>({ name: 'sealed' })
  const headline = useRef<HTMLHeadingElement>(null)
  const tear = useRef<HTMLButtonElement>(null)
  useEffect(() => tear.current?.focus(), [])
  // What was focused is gone: who cannot see it hears what came of it.
  const isDone = phase.name === 'open' && !phase.isTurning
  useEffect(() => {
    if (isDone || phase.name === 'late') headline.current?.focus()
  }, [isDone, phase.name])
  useEffect(() => {
    if (phase.name !== 'open' || !phase.isTurning) return
    const timer = setTimeout(() => setPhase({ ...phase, isTurning: false }), ANIMATION_DURATION)
    return () => clearTimeout(timer)
  }, [phase])

  const account = user?.accountName ?? ''
  const record = useOpening(account, pack.id)
  const { id, state } = record ?? {}
  const read = useEffectEvent(async () => {
    if (!record) return
    setPhase({ name: 'reading' })
    const { after } = record.subject
    // Somebody who logs out meanwhile waits for nothing.
    const holdings = await awaitOnWall(network, account, (all) => cardsOf(all, edition, after).length > 0).catch(
      () => null,
    )
    const cards = holdings && cardsOf(holdings, edition, after)
    setPhase(cards ? { name: 'open', cards, isTurning: !prefersStill() } : { name: 'late' })
  })
  const seal = useEffectEvent(async () => {
    const words = record?.problem && (await describeError(record.problem, language))
    setPhase({ name: 'sealed', problem: words ?? t('absent') })
  })
  useEffect(() => {
    if (!id || !state) return
    const isShown = state === 'seen' || state === 'refused' || state === 'absent'
    if (isShown) tellRecord(id)
    if (state === 'seen') void read()
    if (state === 'refused' || state === 'absent') void seal()
    // What was taken back is sealed, or waits for the chain anew.
    if (state === 'sent') setPhase((now) => (now.name === 'sealed' ? now : { name: 'signing' }))
  }, [id, state])

  const isUnder = record !== null && isUnderway(record)
  const isWaiting = isUnder || phase.name === 'signing' || phase.name === 'reading'
  const open = async () => {
    if (!user || isWaiting) return
    setPhase({ name: 'signing' })
    const problem = await openPack({ network, account, pack, after: lastIdOf(account), language })
    if (problem !== null) setPhase({ name: 'sealed', problem })
  }
  const wallet = user ? walletOf(user.wallet).title : ''
  const art = artOf({ id: /^\d+$/.test(pack.dropId) ? pack.dropId : '0', contents: pack })
  const bar = (
    <div className={s.bar}>
      <p>
        <b>{pack.name}</b> {place}
      </p>
      {phase.name === 'open' && (
        <button
          type="button"
          className={linkStyles.text}
          onClick={() => setPhase({ ...phase, isTurning: !phase.isTurning })}
        >
          {t(phase.isTurning ? 'skip' : 'replay')}
        </button>
      )}
      <button type="button" className={s.close} aria-label={t('close')} onClick={onClose}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 4L20 20M20 4L4 20" />
        </svg>
      </button>
    </div>
  )
  if (phase.name !== 'open') {
    return (
      <>
        {bar}
        <div className={s.sealed}>
          <div className={s.pack}>
            <Pack look={look} name={pack.name} paint="floor" art={art} />
            {phase.name === 'sealed' && !isUnder && <Strip onTorn={open} />}
          </div>
          <div className={s.prompt}>
            <h2 id={heading} ref={headline} tabIndex={-1}>
              {pack.cards > 0 ? t('title', { count: pack.cards }) : t('unknown')}
            </h2>
            {phase.name === 'sealed' && !isUnder && <p>{t('text')}</p>}
            {phase.name !== 'late' && (
              <button
                type="button"
                className={linkStyles.large}
                ref={tear}
                aria-disabled={isWaiting}
                onClick={() => void open()}
              >
                {t('tear')}
              </button>
            )}
            <p role="status">
              {isUnder
                ? t(record.state === 'asked' ? 'signing' : record.isUndone ? 'undone' : 'sent', { wallet })
                : phase.name === 'signing'
                  ? t('signing', { wallet })
                  : phase.name === 'reading'
                    ? t('arriving')
                    : phase.name === 'late'
                      ? t('late')
                      : phase.name === 'sealed' && phase.problem !== undefined && `${phase.problem} ${t('refused')}`}
            </p>
          </div>
        </div>
      </>
    )
  }
  const { cards, isTurning } = phase
  const best = cards.at(-1)
  return (
    <>
      {bar}
      <div className={`${s.open} ${isTurning ? s.turning : ''}`}>
        {isTurning && (
          <div className={s.torn} aria-hidden="true">
            <Torn look={look} name={pack.name} art={art} />
          </div>
        )}
        <div className={s.news}>
          <h2 id={heading} ref={headline} tabIndex={-1}>
            {best && cards.length > 1 && !prefersStill() ? (
              <>
                {best.traits.team.name}.{' '}
                <em>
                  {t('best', {
                    tier: words(`tier${best.traits.tier}`),
                    mint: formatNumber(best.mint, language),
                    supply: formatNumber(SUPPLY[best.traits.tier], language),
                  })}
                </em>
              </>
            ) : (
              t('yours', { count: cards.length })
            )}
          </h2>
          <p>
            {onNext && (
              <button type="button" className={linkStyles.large} onClick={onNext}>
                {t('next')}
              </button>
            )}
            <button type="button" className={onNext ? linkStyles.text : linkStyles.large} onClick={onClose}>
              {t('wall')}
            </button>
          </p>
        </div>
        <ul className={s.fan} aria-label={t('cards')}>
          {cards.map(({ id, templateId, mint, traits: { tier } }, index) => (
            <li
              key={id}
              className={s[`tier${tier}`]}
              style={{ '--turn': `${Math.round((800 * index) / cards.length)}ms` } as CSSProperties}
            >
              <div className={s.card}>
                <Card deck={edition.deck} templateId={templateId} mint={mint} />
                {isTurning && <CardBack tier={tier} />}
              </div>
              <p aria-hidden="true">
                <TierPips tier={tier} /> <b>{words(`tier${tier}`)}</b>
                <span>
                  {t('mint', { mint: formatNumber(mint, language), supply: formatNumber(SUPPLY[tier], language) })}
                </span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** The record of a pack's opening that is under way, or whose end was not shown before this stage; null for none. */
function useOpening(account: string, packId: string): Opening | null {
  const shown = useRef('')
  const isThis = (record: TransactionRecord): record is Opening =>
    record.subject.kind === 'opening' && record.subject.packId === packId
  const record = useRecords(account).find(isThis) ?? null
  if (record && (isUnderway(record) || isMade(record) || !record.isTold)) shown.current = record.id
  return record && shown.current === record.id ? record : null
}

/** So far the strip is pulled that it tears, of 100. */
const TORN = 80

/** The strip of the wrapper, which a pointer pulls across. The button beside it does the same. */
function Strip({ onTorn }: { onTorn: () => void }) {
  const [pulled, pull] = useState(0)
  const release = () => {
    if (pulled >= TORN) onTorn()
    pull(0)
  }
  return (
    <>
      <svg className={s.way} viewBox="0 0 600 60" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
        <path d="M0 30H560M540 12L562 30L540 48" />
      </svg>
      <input
        type="range"
        className={s.strip}
        tabIndex={-1}
        aria-hidden="true"
        value={pulled}
        onChange={({ target }) => pull(Number(target.value))}
        onPointerUp={release}
        onPointerCancel={() => pull(0)}
      />
    </>
  )
}
