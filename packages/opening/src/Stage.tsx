import { Cross, linkStyles, useModal } from '@fieldhouse/design'
import type { EditionCards, OwnPack } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  startTransition,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { OneCard } from './OneCard'
import { Pull } from './Pull'
import { play, SoundSwitch } from './Sound'
import s from './Stage.module.css'
import { texts } from './texts'
import { useOpening } from './use-opening'
import { Wait } from './Wait'

// What asks the wallet comes with the stage: it is as much code again as the button.
export { openPack } from './open-pack'

export interface StageProps {
  edition: EditionCards
  /** The sealed packs: the first is opened. Those that are left follow. */
  packs: readonly OwnPack[]
  /** What comes of asking the wallet for the first pack, as `openPack` tells it; absent when it was not asked yet. */
  asked?: Promise<string | null> | undefined
  onClose: () => void
}

/** What is seen of a pack that is open: the wrapper leaves, one card after the other, and all of them. */
type View = { name: 'leaving' } | { name: 'card'; index: number; isFirst: boolean } | { name: 'pull' }

/** The strip flies off and the wrapper sinks for so long; the first card turns for the rest of the specification's two seconds. */
const LEAVING = 900

/** A pointer that goes so far to the side leads to another card, px. */
const SWIPE = 48

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Packs are opened, one after the other, on a stage of the whole window. */
export function Stage({ edition, packs, asked, onClose }: StageProps) {
  const modal = useModal(onClose)
  const heading = useId()
  // They leave the wall while they are opened: the stage goes on with those that it was opened with.
  const [{ all, place }, setPlace] = useState({ all: packs, place: 0 })
  // That the page below is inert, and what stands on the stage, are each a frame's work of a phone.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => startTransition(() => setOpen(true)), [])
  const pack = all[place]
  if (!pack) return null
  return (
    <dialog {...modal} className={s.stage} aria-labelledby={heading}>
      {isOpen && (
        <Moment
          key={pack.id}
          edition={edition}
          pack={pack}
          heading={heading}
          place={{ place: place + 1, count: all.length }}
          asked={place === 0 ? asked : undefined}
          onClose={onClose}
          onNext={place + 1 < all.length ? () => setPlace({ all, place: place + 1 }) : null}
        />
      )}
    </dialog>
  )
}

interface MomentProps {
  edition: EditionCards
  pack: OwnPack
  heading: string
  place: { place: number; count: number }
  asked: StageProps['asked']
  onClose: () => void
  /** Goes on to the next pack; null for the last. */
  onNext: (() => void) | null
}

function Moment({ edition, pack, heading, place, asked, onClose, onNext }: MomentProps) {
  const { t, language } = useTexts(texts)
  const opening = useOpening(edition, pack, asked)
  const { step, cards } = opening
  const [seen, see] = useState<View | null>(null)
  // A block that is undone takes the cards back.
  const view = step === 'open' ? seen : null
  // Eight cards at once are more than a phone's processor draws in one frame: React draws them in pieces.
  const setView = (next: View) => startTransition(() => see(next))
  const show = (index: number, isFirst = false) => {
    const card = cards[index]
    if (!card) return setView({ name: 'pull' })
    play(card.traits.tier === 5 ? 'rafters' : 'card')
    setView({ name: 'card', index, isFirst })
  }
  const begin = useEffectEvent(() => {
    play('tear')
    if (prefersStill()) show(0)
    else setView({ name: 'leaving' })
  })
  useEffect(() => {
    if (step === 'open') begin()
    else see(null)
  }, [step])
  const turn = useEffectEvent(() => show(0, true))
  useEffect(() => {
    if (view?.name !== 'leaving') return
    const timer = setTimeout(turn, LEAVING)
    return () => clearTimeout(timer)
  }, [view])

  const index = view?.name === 'card' ? view.index : view?.name === 'leaving' ? -1 : null
  const isDark =
    view?.name === 'card' ? cards[view.index]?.traits.tier === 5 : step !== 'sealed' && view?.name !== 'pull'
  const turning = useTurning(index, show)
  return (
    <div className={s.moment} {...(isDark && { 'data-dark': '' })} {...turning}>
      <div className={s.floor} data-floor={edition.look.edition}>
        {edition.floor}
      </div>
      <div className={s.bar}>
        <p>
          <b>{pack.name}</b>{' '}
          {view?.name === 'card'
            ? t('card', {
                place: formatNumber(view.index + 1, language),
                count: formatNumber(cards.length, language),
              })
            : t('place', { place: formatNumber(place.place, language), count: formatNumber(place.count, language) })}
        </p>
        <SoundSwitch />
        {view && (
          <button
            type="button"
            className={linkStyles.text}
            onClick={() => (view.name === 'pull' ? begin() : setView({ name: 'pull' }))}
          >
            {t(view.name === 'pull' ? 'replay' : 'skip')}
          </button>
        )}
        <button type="button" className={s.close} aria-label={t('close')} onClick={onClose}>
          <Cross />
        </button>
      </div>
      {(view === null || view.name === 'leaving') && (
        <Wait look={edition.look} pack={pack} opening={opening} heading={heading} onClose={onClose} />
      )}
      {view?.name === 'card' && (
        <OneCard
          deck={edition.deck}
          cards={cards}
          index={view.index}
          isFirst={view.isFirst}
          heading={heading}
          onNext={() => show(view.index + 1)}
        />
      )}
      {view?.name === 'pull' && (
        <Pull edition={edition} cards={cards} heading={heading} onClose={onClose} onNext={onNext} />
      )}
      {/* Before there is anything to say: what a region has when it comes is not said. */}
      <p className="fh-hidden" role="status">
        {view && t('yours', { count: cards.length })}
      </p>
    </div>
  )
}

/**
 * Arrow keys and swipes lead from card to card. Enter and presses are the button's and the card's own: to a mouse a swipe is
 * one of them, too.
 *
 * @param index which card is seen, -1 before the first; null while none is
 */
function useTurning(index: number | null, show: (index: number) => void) {
  const from = useRef(0)
  const isSwiped = useRef(false)
  const by = (step: number) => {
    if (index !== null && index + step >= 0) show(index + step)
  }
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const { key, repeat } = event
      if (key === 'ArrowRight') by(1)
      if (key === 'ArrowLeft') by(-1)
      // One that is held since it opened the stage presses no button of it: the next one asks the wallet.
      if (key === 'Enter' && repeat) event.preventDefault()
    },
    onPointerDown: ({ clientX }: PointerEvent) => {
      from.current = clientX
      isSwiped.current = false
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const way = clientX - from.current
      isSwiped.current = index !== null && Math.abs(way) >= SWIPE
      if (isSwiped.current) by(way < 0 ? 1 : -1)
    },
    onClickCapture: (event: MouseEvent) => {
      // A click of a key or of a screen reader has no pointer (UI Events, `detail`), and is no end of a swipe.
      if (isSwiped.current && event.detail > 0) event.stopPropagation()
    },
  }
}
