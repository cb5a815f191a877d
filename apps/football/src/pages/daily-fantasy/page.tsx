import { cardTexts, cross } from '@fieldhouse/design'
import { definePage } from '@fieldhouse/edition-kit'
import { inWords, System, useTierSteps } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { countInWords, timesInWords } from '@fieldhouse/i18n/words'
import { football, footballDeck } from '@fieldhouse/look-football'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { InnerPage } from '../../edition'
import { ARMBAND, LINK, PLAYS, TIER_POINTS } from '../../facts'
import { cardPoints, linkedTeams, PLAIN, RICH, SIDE, sumOf } from '../../sides/sides'
import { playTexts } from '../../sides/texts'
import s from './OurSystem.module.css'
import { texts } from './texts'

const ROUTES = `M0 390H1320M90 152V56H220m-14-12l16 12-16 12M1230 152V30m-14 16l14-18 14 18M940 152C940 100 900 80 840 72m16-16l-18 16 18 16M1006 500C1090 530 1170 500 1202 416m-20 8l22-10 4 24${cross(326, 66)}${cross(536, 58)}${cross(1056, 78)}${cross(1136, 46)}`

/** The chalk on the board: the line of scrimmage, routes, and the links of {@link SIDE} as it stands on it. */
function BoardArt() {
  return (
    <svg className={s.art} viewBox="0 0 1320 660" aria-hidden="true">
      <path className={s.links} d="M430 240L600 240L515 490ZM680 500L940 490L940 240Z" />
      <path className={s.chalk} d={ROUTES} />
      <path className={s.thin} d="M0 402H1320" />
      <path className={`${s.chalk} ${s.pass}`} d="M680 406C680 260 688 120 730 30" />
    </svg>
  )
}

const side = football.side

/** How a night is scored: one side on the chalkboard, added up. */
function OurSystem() {
  const { t, language } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const { t: play } = useTexts(playTexts)
  const tierSteps = useTierSteps(TIER_POINTS)
  const sum = sumOf(SIDE)
  const [plain, rich] = [sumOf(PLAIN), sumOf(RICH)]
  const number = (count: number) => countInWords(count, language)
  const link = { ...LINK, cards: number(LINK.cards) }
  const linked = linkedTeams(SIDE).length
  const values = {
    ...link,
    side: number(side),
    tier: card('tier5'),
    top: TIER_POINTS[5],
    catch: PLAYS.catch.points,
    armband: timesInWords(ARMBAND, language),
  }
  return (
    <InnerPage next="superbowl">
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
            {
              name: t('links'),
              text: t('linksText', { ...link, count: linked, teams: number(linked) }),
              points: sum.links,
            },
            { name: t('armband'), text: t('armbandText', values), points: sum.armband },
          ],
          check: t('check', { board: sum.plays + sum.tiers }),
        }}
        plays={PLAYS}
        sides={[
          {
            name: t('plain', { side: number(side), tier: card('tier1') }),
            points: plain.total,
            text: t('plainText', {
              ...plain,
              played: number(PLAIN.filter(({ did }) => Object.keys(did).length > 0).length),
              linked: number(linkedTeams(PLAIN).length),
            }),
          },
          {
            name: t('rich', { tier: card('tier5'), empty: number(side - RICH.length) }),
            points: rich.total,
            text: t('richText', { ...rich }),
          },
        ]}
      />
    </InnerPage>
  )
}

export const page = definePage({
  path: '/football/daily-fantasy',
  look: 'football',
  menu: {
    group: LEARN_MORE,
    place: 1,
    name: { en: 'Our System', es: 'Nuestro sistema' },
    text: { en: 'Rules, and a night added up', es: 'Las reglas y una noche sumada' },
  },
  title: { en: 'Our System', es: 'Nuestro sistema' },
  description: {
    en: 'How a game night works: eleven cards, one lineup, and what counts is how they play together.',
    es: 'Cómo va una noche de partido: once cartas y una alineación, y cuenta cómo juegan juntas.',
  },
  Main: OurSystem,
})
