import { Card, cardTexts, copyNumber, linkStyles, SiteLink, SUPPLY, type Tier } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { cardsAtStart, type EditionCards, type OwnCard } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { toast } from '@fieldhouse/wallet-login'
import { type ComponentType, type CSSProperties, useEffect, useRef, useState } from 'react'
import { headlineOf } from './headline'
import s from './Pull.module.css'
import type { SharePullProps } from './share/SharePull'
import { ToWall } from './ToWall'
import { texts } from './texts'

/** How wide a card stands beside others, from the plainest tier on. */
const WEIGHT: Record<Tier, number> = { 1: 1, 2: 1.3, 3: 1.72, 4: 2, 5: 2.3 }

/** The room beside the best card, on a stage of 1440 by 900; px. */
const ROOM = 796

/** The widest that a card stands in it, each tier a little narrower than the next; px. */
const widestOf = (count: number, below: number): number => (count <= 3 ? 384 : count <= 5 ? 258 : 192) * 0.93 ** below

/** What stands narrower is drawn in the small cut, px. */
const SMALL = 150

interface PullProps {
  edition: EditionCards
  cards: readonly OwnCard[]
  heading: string
  onClose: () => void
  /** Opens the next pack; null for the last. */
  onNext: (() => void) | null
}

const loadShare = () => import(/* webpackChunkName: "share-pull" */ './share/SharePull')

/** All that came out of a pack, on one line: the best at the right, the headline in the room that they leave. */
export function Pull({ edition, cards, heading, onClose, onNext }: PullProps) {
  const { t, language } = useTexts(texts)
  const { t: words } = useTexts(cardTexts)
  const { page } = useRoot()
  const home = `/${edition.look.edition}`
  const headline = useRef<HTMLHeadingElement>(null)
  useEffect(() => headline.current?.focus(), [])
  const [Share, setShare] = useState<{ Panel: ComponentType<SharePullProps> } | null>(null)
  const best = cards.at(-1) as OwnCard
  const others = cards.slice(0, -1)
  const { tier, team } = best.traits
  const copy = t('mint', {
    mint: copyNumber(best.mint, language, t('one')),
    supply: formatNumber(SUPPLY[tier], language),
  })
  const isPlain = tier === 1 && others.length > 0
  const { lines, size, narrow } = isPlain
    ? headlineOf(t('plain', { number: cardsAtStart(cards.length, language) }), null, cards.length)
    : headlineOf(team.name, [words(`tier${tier}`), copy], cards.length)
  const highest = others.at(-1)?.traits.tier ?? tier
  const gap = others.length > 5 ? 10 : 16
  const weights = others.reduce((sum, { traits }) => sum + WEIGHT[traits.tier], 0)
  const room = isNarrow() ? 328 : ROOM
  const widthOfTier = (of: Tier) =>
    Math.min(widestOf(cards.length, highest - of), ((room - gap * (others.length - 1)) * WEIGHT[of]) / weights)
  const share = () =>
    loadShare().then(
      ({ SharePull }) => setShare({ Panel: SharePull }),
      () => toast({ kind: 'error', text: t('unshared') }),
    )
  const back = () => {
    setShare(null)
    headline.current?.focus()
  }
  return (
    <div className={s.pull}>
      <h2
        id={heading}
        ref={headline}
        tabIndex={-1}
        style={{ '--size': size, '--em': narrow.toFixed(2) } as CSSProperties}
      >
        {lines.map(({ text, isTier }) => (
          <span key={text} className={isTier ? s.tier : undefined}>
            {text}{' '}
          </span>
        ))}
      </h2>
      <ul className={s.cards} aria-label={t('cards')} style={{ '--gap': gap } as CSSProperties}>
        {cards.map(({ id, templateId, mint, traits }) => (
          <li
            key={id}
            className={id === best.id ? s.best : undefined}
            style={
              {
                '--weight': WEIGHT[traits.tier],
                '--widest': widestOf(cards.length, highest - traits.tier).toFixed(),
              } as CSSProperties
            }
          >
            <Card
              deck={edition.deck}
              templateId={templateId}
              mint={mint}
              cut={id !== best.id && widthOfTier(traits.tier) < SMALL ? 'small' : 'full'}
            />
          </li>
        ))}
      </ul>
      {Share ? (
        <Share.Panel edition={edition} cards={cards} onBack={back} />
      ) : (
        <div className={s.actions}>
          <button
            type="button"
            className={linkStyles.large}
            onPointerEnter={() => void loadShare().catch(() => {})}
            onFocus={() => void loadShare().catch(() => {})}
            onClick={() => void share()}
          >
            {t('share')}
          </button>
          {onNext ? (
            <button type="button" className={`${linkStyles.large} ${s.outline}`} onClick={onNext}>
              {t('next')}
            </button>
          ) : (
            <SiteLink
              className={`${linkStyles.large} ${s.outline}`}
              href={`${home}#packs`}
              // They are on the page below the stage, which nothing else takes away.
              {...(page.path === home && { onClick: onClose })}
            >
              {t('another')}
            </SiteLink>
          )}
          <ToWall edition={edition.look.edition} className={linkStyles.text} onClose={onClose} />
        </div>
      )}
    </div>
  )
}

/** Whether the cards stand below each other (Pull.module.css). */
const isNarrow = () => matchMedia('(width < 64em), (max-aspect-ratio: 1 / 1)').matches
