import { ANIMATION_DURATION } from '@fieldhouse/contract/constants'
import { artOf, Card, CardBack, cardTexts, linkStyles, Pack, SUPPLY, TierPips } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { useUser } from '@fieldhouse/wallet-login'
import { type CSSProperties, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { EditionCards, OwnCard, OwnPack } from '../cards/holdings'
import { WALLETS } from '../wallet-names'
import { openPack } from './open-pack'
import s from './Stage.module.css'
import { Torn } from './Torn'
import { texts } from './texts'

type Phase =
  | { name: 'sealed'; problem?: string }
  | { name: 'signing' | 'arriving' | 'late' }
  /** @param isTurning while it is shown how they come out; then they lie there */
  | { name: 'open'; cards: readonly OwnCard[]; isTurning: boolean }

export interface StageProps {
  edition: EditionCards
  /** The sealed packs: the first is opened. Those that are left follow. */
  packs: readonly OwnPack[]
  /** The ids of the cards that hang already. */
  known: ReadonlySet<string>
  onClose: () => void
}

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Packs are opened, one after the other, on a stage of the whole window. */
export function Stage({ edition, packs, known, onClose }: StageProps) {
  const { t } = useTexts(texts)
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // They leave the wall while they are opened: the stage goes on with those that it was opened with.
  const [{ all, place }, setPlace] = useState({ all: packs, place: 0 })
  // What came out of one pack hangs when the next one is opened.
  const hung = useRef(new Set(known))
  const pack = all[place]
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  if (!pack) return null
  return (
    <dialog
      ref={dialog}
      className={s.stage}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
    >
      <div className={s.floor} data-floor={edition.look.edition}>
        {edition.floor}
      </div>
      <Moment
        key={pack.id}
        edition={edition}
        pack={pack}
        known={hung.current}
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
  /** The ids of the cards that hang already; those of this pack come to them. */
  known: Set<string>
  heading: string
  place: string
  onClose: () => void
  /** Goes on to the next pack; null for the last. */
  onNext: (() => void) | null
}

function Moment({ edition, pack, known, heading, place, onClose, onNext }: MomentProps) {
  const { look } = edition
  const { t, language } = useTexts(texts)
  const { t: words } = useTexts(cardTexts)
  const { network } = useRoot().settings
  const user = useUser()
  const [phase, setPhase] = useState<Phase>({ name: 'sealed' })
  const said = useRef<HTMLHeadingElement>(null)
  const tear = useRef<HTMLButtonElement>(null)
  useEffect(() => tear.current?.focus(), [])
  // What was focused is gone: who cannot see it hears what came of it.
  const isDone = phase.name === 'open' && !phase.isTurning
  useEffect(() => {
    if (isDone || phase.name === 'late') said.current?.focus()
  }, [isDone, phase.name])
  useEffect(() => {
    if (phase.name !== 'open' || !phase.isTurning) return
    const timer = setTimeout(() => setPhase({ ...phase, isTurning: false }), ANIMATION_DURATION)
    return () => clearTimeout(timer)
  }, [phase])

  const isWaiting = phase.name === 'signing' || phase.name === 'arriving'
  const open = async () => {
    if (!user || isWaiting) return
    setPhase({ name: 'signing' })
    const order = { network, edition, account: user.accountName, pack, known: new Set(known), language }
    const outcome = await openPack(order, () => setPhase({ name: 'arriving' }))
    if ('problem' in outcome) setPhase({ name: 'sealed', problem: outcome.problem })
    else if (!outcome.cards) setPhase({ name: 'late' })
    else {
      for (const { id } of outcome.cards) known.add(id)
      setPhase({ name: 'open', cards: outcome.cards, isTurning: !prefersStill() })
    }
  }
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
            {phase.name === 'sealed' && <Strip onTorn={open} />}
          </div>
          <div className={s.say}>
            <h2 id={heading} ref={said} tabIndex={-1}>
              {pack.cards > 0 ? t('title', { count: pack.cards }) : t('unknown')}
            </h2>
            {phase.name === 'sealed' && <p>{t('text')}</p>}
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
              {phase.name === 'signing' && t('signing', { wallet: user ? WALLETS[user.wallet] : '' })}
              {phase.name === 'arriving' && t('arriving')}
              {phase.name === 'late' && t('late')}
              {phase.name === 'sealed' && phase.problem !== undefined && `${phase.problem} ${t('refused')}`}
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
          <h2 id={heading} ref={said} tabIndex={-1}>
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
