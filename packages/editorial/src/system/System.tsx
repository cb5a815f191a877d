import {
  Card,
  cardTexts,
  type Deck,
  type EditionLook,
  openingStyles,
  Section,
  TIERS,
  type Tier,
} from '@fieldhouse/design'
import { type Texts, useTexts } from '@fieldhouse/i18n'
import { capitalized, countInWords } from '@fieldhouse/i18n/words'
import type { ReactNode } from 'react'
import s from './System.module.css'
import type { Worth } from './scoring'
import { texts as common } from './texts'

export interface SystemProps<Play extends string> {
  look: EditionLook
  deck: Deck
  texts: Texts<{ title: string; opening: string; play: { readonly [name in Play]: string }; beats: string } & FiveRules>
  /** What the title, the opening and the rules name. */
  values: Readonly<Record<string, string | number>>
  /** The side on the board. */
  board: {
    /** Of the edition, which says where the cards stand. */
    className: string | undefined
    /** The chalk below the cards. */
    art: ReactNode
    /** The first one is marked. */
    cards: readonly { templateId: number; mint: number; points: number; did: string }[]
    mark: { letter: string; name: string }
  }
  /** What the side scores: parts that add up, each with its reason; how to check it; and what stands above them. */
  sum: { parts: readonly { name: string; text: string; points: number }[]; check: string; details?: ReactNode }
  plays: Worth<Play>
  /** Two sides beside each other, each with the reason of its points. */
  sides: readonly { name: string; points: number; text: string }[]
}

type FiveRules = { readonly [key in `rule${1 | 2 | 3 | 4 | 5}${'' | 'Text'}`]: string }

/** How a night is scored: one side, added up. */
export function System<Play extends string>(props: SystemProps<Play>): ReactNode {
  const { look, texts, values, plays, sides } = props
  const { t, language } = useTexts(common)
  const { t: own } = useTexts(texts as SystemProps<string>['texts'])
  const worths = Object.entries<{ points: number; per: number }>(plays)
  const most = Math.max(...sides.map(({ points }) => points))
  return (
    <>
      <Board
        {...props.board}
        deck={props.deck}
        title={capitalized(own('title', values))}
        text={own('opening', values)}
      />
      <section className={s.sum} aria-label={t('sum')}>
        {props.sum.details}
        <dl>
          {props.sum.parts.map(({ name, text, points }, index) => (
            <div key={name}>
              <dt>
                {name} <span>{text}</span>
              </dt>
              <dd>{index === 0 ? points : `+ ${points}`}</dd>
            </div>
          ))}
          <div>
            <dt>{t('total')}</dt>
            <dd>{props.sum.parts.reduce((sum, { points }) => sum + points, 0)}</dd>
          </div>
        </dl>
        <p>{props.sum.check}</p>
      </section>
      <Section
        id="worth"
        look={look}
        index={1}
        title={t('worth')}
        text={t('worthText', { plays: countInWords(worths.length, language) })}
      >
        <dl className={s.worth}>
          {worths.map(([play, { points, per }]) => (
            <div key={play}>
              <dt>{own(`play.${play}`, { per })}</dt>
              <dd>{t('points', { count: points })}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="rules" look={look} index={2} title={t('rules')} text={t('rulesText')}>
        <ol className={s.rules}>
          {([1, 2, 3, 4, 5] as const).map((rule) => (
            <li key={rule}>
              <h3>{capitalized(own(`rule${rule}`, values))}</h3>
              <p>{capitalized(own(`rule${rule}Text`, values))}</p>
            </li>
          ))}
        </ol>
      </Section>
      <section className={s.beats} aria-labelledby="beats">
        <h2 id="beats">{own('beats')}</h2>
        <div>
          {sides.map(({ name, points, text }) => (
            <div key={name} className={s.bar}>
              <h3>{name}</h3>
              <b>{points}</b>
              <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
                <path d={`M0 0H${points}V1H0Z`} />
              </svg>
              <p>{text}</p>
            </div>
          ))}
        </div>
      </section>
    </>
  )
}

type BoardProps = SystemProps<string>['board'] & { deck: Deck; title: string; text: string }

/** A side on the board, and what each of its cards brings. */
const Board = ({ title, text, className, art, deck, cards, mark }: BoardProps) => (
  <header className={`${openingStyles.opening} ${s.opening} ${className}`}>
    <h1 className={openingStyles.title}>{title}</h1>
    <p className={openingStyles.text}>{text}</p>
    <div className={s.board}>
      {art}
      <ol>
        {cards.map(({ points, did, ...card }, index) => (
          <li key={card.templateId}>
            {index === 0 && (
              <abbr className={s.mark} title={mark.name}>
                {mark.letter}
              </abbr>
            )}
            <Card deck={deck} {...card} cut="small" />
            <p>
              <b>{points}</b> <span>{did}</span>
            </p>
          </li>
        ))}
      </ol>
    </div>
  </header>
)

/** Says what a card of each tier brings, of those that bring something. */
export function useTierSteps(points: Readonly<Record<Tier, number>>): string {
  const { t } = useTexts(common)
  const { t: card } = useTexts(cardTexts)
  const steps = TIERS.filter((tier) => points[tier] > 0)
  return steps.map((tier) => t('tierStep', { points: points[tier], tier: card(`tier${tier}`) })).join(', ')
}
