import { cardTexts } from '@fieldhouse/design'
import { inWords, System, useTierSteps } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { InnerPage } from '../../edition'
import { CLOSER, PASS, PLAYS, TIER_POINTS } from '../../facts'
import { PLAIN, RICH, SIDE } from '../../sides/examples'
import { allOf, cardPoints, passingTeams, playsOf, sumOf } from '../../sides/scoring'
import { playTexts } from '../../sides/texts'
import { BoxScore } from './BoxScore'
import { CourtArt } from './CourtArt'
import s from './OurSystem.module.css'
import { texts } from './texts'

const side = basketball.side

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
  return (
    <InnerPage>
      <System
        look={basketball}
        deck={basketballDeck}
        texts={texts}
        values={values}
        board={{
          className: s.court,
          art: <CourtArt />,
          cards: SIDE.map(({ did, ...placed }) => ({
            ...placed,
            points: cardPoints({ did, ...placed }),
            did: inWords(allOf(did), (name, count) => play(name, { count }), play('nothing')),
          })),
          mark: { letter: 'C', name: t('closer') },
        }}
        sum={{
          parts: [
            { name: t('plays'), text: t('playsText', values), points: sum.plays },
            { name: t('tier'), text: tierSteps, points: sum.tiers },
            {
              name: t('passes'),
              text: t('passesText', { ...PASS, count: passingTeams(SIDE).length }),
              points: sum.passes,
            },
            { name: t('last'), text: t('lastText', values), points: sum.closer },
          ],
          check: t('check', { plays: sum.plays, board: sum.plays + sum.tiers }),
          details: <BoxScore side={SIDE} />,
        }}
        plays={PLAYS}
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
