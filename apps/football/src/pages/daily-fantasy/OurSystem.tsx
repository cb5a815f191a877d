import { cardTexts } from '@fieldhouse/design'
import { Beats, Board, inWords, Rules, Sum, useTierSteps, Worths } from '@fieldhouse/editorial'
import { type TextKey, useTexts } from '@fieldhouse/i18n'
import { football, footballDeck } from '@fieldhouse/look-football'
import { InnerPage } from '../../edition'
import { ARMBAND, LINK, PLAYS, type Play, TIER_POINTS } from '../../facts'
import { PLAIN, RICH, SIDE } from '../../sides/examples'
import { playTexts } from '../../sides/play-texts'
import { cardPoints, linkedTeams, sumOf } from '../../sides/scoring'
import { BoardArt } from './BoardArt'
import s from './OurSystem.module.css'
import { texts } from './texts'

const side = football.side
const plays = Object.entries(PLAYS) as [Play, (typeof PLAYS)[Play]][]
const RULES = [1, 2, 3, 4, 5] as const

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
  const say = (key: TextKey<typeof texts>) => t(key, values)
  return (
    <InnerPage>
      <Board
        title={say('title')}
        text={say('opening')}
        className={s.slate}
        art={<BoardArt />}
        deck={footballDeck}
        cards={SIDE.map(({ did, ...placed }) => ({
          ...placed,
          points: cardPoints({ did, ...placed }),
          did: inWords(did, (name, count) => play(name, { count }), play('nothing')),
        }))}
        mark={{ letter: 'C', name: t('captain') }}
      />
      <Sum
        parts={[
          { name: t('plays'), text: say('playsText'), points: sum.plays },
          { name: t('tier'), text: tierSteps, points: sum.tiers },
          { name: t('links'), text: t('linksText', { ...LINK, count: linkedTeams(SIDE).length }), points: sum.links },
          { name: t('armband'), text: say('armbandText'), points: sum.armband },
        ]}
        check={t('check', { board: sum.plays + sum.tiers })}
      />
      <Worths
        look={football}
        plays={plays.map(([name, { points, per }]) => ({ name: t(`play.${name}`, { per }), points }))}
      />
      <Rules
        look={football}
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
