import {
  Card,
  CardBack,
  cardTexts,
  copyNumber,
  type Deck,
  linkStyles,
  OUTLINE,
  positionName,
  SUPPLY,
  widthOf,
} from '@fieldhouse/design'
import { cardsInWords, type OwnCard } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { type CSSProperties, Fragment, useEffect, useRef } from 'react'
import s from './OneCard.module.css'
import { texts } from './texts'

interface OneCardProps {
  deck: Deck
  cards: readonly OwnCard[]
  index: number
  /** Whether it comes out of the pack, face down, and turns. */
  isFirst: boolean
  heading: string
  onNext: () => void
}

/** One card of a pack at full height. The best of all tiers hangs alone, under its beam. */
export function OneCard({ deck, cards, index, isFirst, heading, onNext }: OneCardProps) {
  const { t, language } = useTexts(texts)
  const { t: words } = useTexts(cardTexts)
  const card = cards[index] as OwnCard
  const { team, tier, position, number } = card.traits
  const mint = copyNumber(card.mint, language, t('one'))
  const supply = formatNumber(SUPPLY[tier], language)
  const tierName = words(`tier${tier}`)
  const widest = Math.max(...team.name.toUpperCase().split(' ').map(widthOf), 1.36 * widthOf(tierName.toUpperCase()))
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  return (
    <div className={`${s.one} ${tier === 5 ? s.rafters : ''} ${isFirst ? s.first : ''}`}>
      <Face key={card.id} deck={deck} card={card} isFirst={isFirst} onNext={onNext} />
      {/* It stays, and what is in it is new: only then it is said. */}
      <div className={s.name} aria-live="polite">
        <Fragment key={card.id}>
          <h2 id={heading} style={{ '--em': widest.toFixed(2) } as CSSProperties}>
            <span>{team.name}</span> <em>{tierName}</em>
          </h2>
          <p>
            {t(tier === 5 ? 'hangs' : 'number', { position: positionName(deck, position, language), number, supply })}
          </p>
        </Fragment>
      </div>
      <p
        key={`serial of ${card.id}`}
        className={s.serial}
        style={{ '--em': Math.max(widthOf(mint.toUpperCase()), 0.5).toFixed(2) } as CSSProperties}
      >
        <b>{mint}</b> <span>{t('of', { supply })}</span>
      </p>
      <ul className={s.count} aria-hidden="true">
        {cards.map(({ id, traits }, place) => (
          <li key={id} data-card={place < index ? 'seen' : place === index ? 'now' : 'to come'}>
            <svg viewBox="0 0 300 420" aria-hidden="true">
              {/* What is to come has no tier yet. */}
              <path d={OUTLINE[place > index ? 1 : traits.tier]} />
            </svg>
          </li>
        ))}
      </ul>
      {/* It says the first card, with the focus. */}
      <button
        type="button"
        ref={next}
        className={`${linkStyles.large} ${s.next}`}
        aria-describedby={heading}
        onClick={onNext}
      >
        {index + 1 < cards.length
          ? t('following')
          : t('seeAll', { count: cards.length, number: cardsInWords(cards.length, language) })}
      </button>
    </div>
  )
}

interface FaceProps extends Pick<OneCardProps, 'deck' | 'isFirst' | 'onNext'> {
  card: OwnCard
}

function Face({ deck, card, isFirst, onNext }: FaceProps) {
  const { tier } = card.traits
  return (
    <>
      {tier === 5 && (
        <>
          <svg className={s.rings} viewBox="0 0 1440 810" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
            {Array.from({ length: 12 }, (_, ring) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are drawn once.
              <circle key={ring} cx={720} cy={340} r={314 + ring * 62} />
            ))}
          </svg>
          <i className={s.beam} />
        </>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same, by keyboard too. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below does the same, by keyboard too. */}
      <div className={s.card} onClick={onNext}>
        {tier === 5 && <i className={s.hooks} />}
        <div className={s.face}>
          <Card deck={deck} templateId={card.templateId} mint={card.mint} />
          {isFirst && <CardBack tier={tier} />}
        </div>
      </div>
    </>
  )
}
