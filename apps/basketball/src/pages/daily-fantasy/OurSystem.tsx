import { cardTexts } from '@fieldhouse/design'
import { Beats, Board, inWords, Rules, Sum, useTierSteps, Worths } from '@fieldhouse/editorial'
import { type TextKey, useTexts } from '@fieldhouse/i18n'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { InnerPage } from '../../edition'
import { CLOSER, PASS, PLAYS, type Play, TIER_POINTS } from '../../facts'
import { PLAIN, RICH, SIDE } from '../../sides/examples'
import { allOf, cardPoints, passingTeams, playsOf, sumOf } from '../../sides/scoring'
import { playTexts } from '../../sides/texts'
import { BoxScore } from './BoxScore'
import { CourtArt } from './CourtArt'
import s from './OurSystem.module.css'
import { texts } from './texts'

const side = basketball.side
const plays = Object.entries(PLAYS) as [Play, (typeof PLAYS)[Play]][]
const RULES = [1, 2, 3, 4, 5] as const

/** How a night is scored: one side on the court, added up by quarters. */
export function OurSystem() {
  const { t } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const { t: play } = useTexts(playTexts)
  const tierSteps = useTierSteps(TIER_POINTS)
  const sum = sumOf(SIDE)
  const [plain, rich] = [sumOf(PLAIN), sumOf(RICH)]
  const values = {
    ...PASS,
    side,
    quarters: SIDE[0].did.length,
    tier: card('tier5'),
    top: TIER_POINTS[5],
    three: PLAYS.three.points,
    closer: CLOSER,
  }
  const say = (key: TextKey<typeof texts>) => t(key, values)
  return (
    <InnerPage>
      <Board
        title={say('title')}
        text={say('opening')}
        className={s.court}
        art={<CourtArt />}
        deck={basketballDeck}
        cards={SIDE.map(({ did, ...placed }) => ({
          ...placed,
          points: cardPoints({ did, ...placed }),
          did: inWords(allOf(did), (name, count) => play(name, { count }), play('nothing')),
        }))}
        mark={{ letter: 'C', name: t('closer') }}
      />
      <Sum
        parts={[
          { name: t('plays'), text: say('playsText'), points: sum.plays },
          { name: t('tier'), text: tierSteps, points: sum.tiers },
          {
            name: t('passes'),
            text: t('passesText', { ...PASS, count: passingTeams(SIDE).length }),
            points: sum.passes,
          },
          { name: t('last'), text: say('lastText'), points: sum.closer },
        ]}
        check={t('check', { plays: sum.plays, board: sum.plays + sum.tiers })}
      >
        <BoxScore side={SIDE} />
      </Sum>
      <Worths
        look={basketball}
        plays={plays.map(([name, { points, per }]) => ({ name: t(`play.${name}`, { per }), points }))}
      />
      <Rules
        look={basketball}
        rules={RULES.map((rule) => ({ title: say(`rule${rule}`), text: say(`rule${rule}Text`) }))}
      />
      <Beats
        title={t('beats')}
        sides={[
          {
            name: t('plain', { side, tier: card('tier1') }),
            points: plain.total,
            text: t('plainText', {
              ...plain,
              played: PLAIN.filter((placed) => playsOf(placed) > 0).length,
              passing: passingTeams(PLAIN).length,
            }),
          },
          {
            name: t('rich', { tier: card('tier5'), empty: side - RICH.length }),
            points: rich.total,
            text: t('richText', { ...rich }),
          },
        ]}
      />
    </InnerPage>
  )
}
