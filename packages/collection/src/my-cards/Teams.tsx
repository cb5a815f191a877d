import { CardOutline, cardTexts, linkStyles, OUTLINE, TierPips } from '@fieldhouse/design'
import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { useTexts } from '@fieldhouse/i18n'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { Finding } from '../cards/finding'
import { positionsOf, type TeamHolding, type TeamPlace, teamsOf } from '../cards/teams'
import { CardLink } from './CardLink'
import s from './Teams.module.css'
import { teamsTexts } from './teams-texts'

/** So many empty places are named; the others are counted. */
const NAMED = 3

export interface TeamsProps extends EditionCards {
  cards: readonly OwnCard[]
  onFind: (change: Partial<Finding>) => void
}

/** The collection team by team: one of them open, the others as plans, of which a press opens another. */
export const Teams = memo(function Teams({ look, deck, cards, onFind }: TeamsProps) {
  const { t } = useTexts(teamsTexts)
  const teams = useMemo(() => teamsOf(deck, cards), [deck, cards])
  const [name, setName] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  // The plan that was pressed is gone: who reads on goes on at the team that it opened.
  useEffect(() => {
    if (name !== undefined) heading.current?.focus()
  }, [name])
  const open = teams.find((team) => team.name === name) ?? teams[0]
  if (!open) return null
  const all = open.places.flat().length
  const empty = open.places.flat().filter((place) => place.cards.length === 0)
  return (
    <section className={s.teams} aria-labelledby="teams">
      <header className={s.head}>
        <h2 id="teams">{t('teamByTeam')}</h2>
        <p>{t('teamAbout', { count: all })}</p>
      </header>
      <div className={s.team}>
        <div>
          <h3 ref={heading} tabIndex={-1}>
            {open.name}
          </h3>
          <Count team={open} all={all} />
          <Empty places={empty} />
          <button
            type="button"
            className={linkStyles.text}
            onClick={() => onFind({ view: 'doubles', teams: [open.name] })}
          >
            {t('seeDoubles')}
          </button>
        </div>
        <div className={s.plan}>
          <p className={s.positions} aria-hidden="true">
            {positionsOf(deck).map((position) => (
              <b key={position}>{position}</b>
            ))}
          </p>
          {open.places.map((places) => (
            <Cut key={places[0]?.tier} places={places} look={look} deck={deck} />
          ))}
        </div>
      </div>
      <ul className={s.others}>
        {teams
          .filter((team) => team !== open)
          .map((team) => (
            <li key={team.name}>
              <button type="button" onClick={() => setName(team.name)}>
                <b className={s.name}>{team.name}</b>
                <Count team={team} all={all} />
                <Plan deck={deck} team={team} />
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
})

/** How much of a team is there: a whole one needs no number. */
function Count({ team, all }: { team: TeamHolding; all: number }) {
  const { t } = useTexts(teamsTexts)
  return (
    <span className={s.count}>
      {team.filled === all ? (
        <b className={s.whole}>{t('whole')}</b>
      ) : (
        <>
          <b className={s.number}>{team.filled}</b> {t('of', { count: all })}
        </>
      )}
    </span>
  )
}

/** Which of a team's places are empty, the rarest first. */
function Empty({ places }: { places: readonly TeamPlace[] }) {
  const { t, language } = useTexts(teamsTexts)
  const { t: card } = useTexts(cardTexts)
  if (places.length === 0) return null
  const more = places.length - NAMED
  const named = places.slice(0, NAMED).map(({ tier, position }) => `${card(`tier${tier}`)} ${position}`)
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(
    more > 0 ? [...named, t('moreEmpty', { count: more })] : named,
  )
  return <p className={s.empty}>{t('emptyPlaces', { list })}</p>
}

interface CutProps extends EditionCards {
  places: readonly TeamPlace[]
}

/** A team's places of one cut. */
function Cut({ places, look, deck }: CutProps) {
  const { t } = useTexts(teamsTexts)
  const { t: card } = useTexts(cardTexts)
  const tier = places[0]?.tier ?? 1
  return (
    <div className={s.cut}>
      <h4>
        <TierPips tier={tier} /> {card(`tier${tier}`)}
      </h4>
      <ul>
        {places.map(({ position, cards: [best, ...doubles] }) => (
          <li key={position}>
            {best ? (
              <CardLink card={best} deck={deck} edition={look.edition} cut="small" />
            ) : (
              <>
                <CardOutline tier={tier} />
                <span className="fh-hidden">{t('emptyPlace', { position })}</span>
              </>
            )}
            {doubles.length > 0 && (
              <span className={s.times}>
                <span aria-hidden="true">×{doubles.length + 1}</span>
                <span className="fh-hidden">{t('times', { count: doubles.length + 1 })}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A team's places as a drawing: filled, or their outline. */
function Plan({ deck, team }: Pick<EditionCards, 'deck'> & { team: TeamHolding }) {
  const across = team.places[0]?.length ?? 0
  return (
    <svg className={s.drawing} viewBox={`-8 -8 ${across * 360 - 44} 2316`} aria-hidden="true">
      {team.places.map((places, row) =>
        places.map(({ tier, position, cards }, column) => {
          const { ground, frame } = deck.tiers[tier]
          return (
            <path
              key={`${tier} ${position}`}
              d={OUTLINE[tier]}
              transform={`translate(${column * 360} ${row * 470})`}
              {...(cards.length > 0 && { fill: tier === 4 ? frame : ground, stroke: 'none' })}
            />
          )
        }),
      )}
    </svg>
  )
}
