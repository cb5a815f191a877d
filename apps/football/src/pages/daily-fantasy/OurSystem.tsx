import { cardTexts } from '@fieldhouse/design'
import { inWords, System, useTierSteps } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { football, footballDeck } from '@fieldhouse/look-football'
import { InnerPage } from '../../edition'
import { ARMBAND, LINK, PLAYS, TIER_POINTS } from '../../facts'
import { PLAIN, RICH, SIDE } from '../../sides/examples'
import { playTexts } from '../../sides/play-texts'
import { cardPoints, linkedTeams, sumOf } from '../../sides/scoring'
import { BoardArt } from './BoardArt'
import s from './OurSystem.module.css'
import { texts } from './texts'

const side = football.side

/** How a night is scored: one side on the chalkboard, added up. */
export function OurSystem() {
  const { t } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const { t: play } = useTexts(playTexts)
  const tierSteps = useTierSteps(TIER_POINTS)
  const sum = sumOf(SIDE)
  const [plain, rich] = [sumOf(PLAIN), sumOf(RICH)]
  const values = {
    ...LINK,
    side,
    tier: card('tier5'),
    top: TIER_POINTS[5],
    catch: PLAYS.catch.points,
    armband: ARMBAND,
  }
  return (
    <InnerPage>
      <System
        look={football}
        deck={footballDeck}
        texts={texts}
        values={values}
        board={{
          className: s.slate,
          art: <BoardArt />,
          cards: SIDE.map(({ did, ...placed }) => ({
            ...placed,
            points: cardPoints({ did, ...placed }),
            did: inWords(did, (name, count) => play(name, { count }), play('nothing')),
          })),
          mark: { letter: 'C', name: t('captain') },
        }}
        sum={{
          parts: [
            { name: t('plays'), text: t('playsText', values), points: sum.plays },
            { name: t('tier'), text: tierSteps, points: sum.tiers },
            { name: t('links'), text: t('linksText', { ...LINK, count: linkedTeams(SIDE).length }), points: sum.links },
            { name: t('armband'), text: t('armbandText', values), points: sum.armband },
          ],
          check: t('check', { board: sum.plays + sum.tiers }),
        }}
        plays={PLAYS}
        sides={[
          {
            name: t('plain', { side, tier: card('tier1') }),
            points: plain.total,
            text: t('plainText', {
              ...plain,
              played: PLAIN.filter(({ did }) => Object.keys(did).length > 0).length,
              linked: linkedTeams(PLAIN).length,
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
