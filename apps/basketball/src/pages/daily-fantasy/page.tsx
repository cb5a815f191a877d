import { cardTexts, cross } from '@fieldhouse/design'
import { definePage } from '@fieldhouse/edition-kit'
import { inWords, System, useTierSteps } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { countInWords, timesInWords } from '@fieldhouse/i18n/words'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { InnerPage } from '../../edition'
import { CLOSER, PASS, PLAYS, TIER_POINTS } from '../../facts'
import { allOf, cardPoints, PLAIN, passingTeams, playsOf, RICH, SIDE, sumOf } from '../../sides/sides'
import { playTexts } from '../../sides/texts'
import { BoxScore } from './BoxScore'
import s from './OurSystem.module.css'
import { texts } from './texts'

const KEY = 'M40 8H1280M530 8V300H790V8M530 300a130 130 0 0 0 260 0M150 8V120A520 470 0 0 0 1170 120V8'
const RIM = 'M600 40H720M660 40v12M686 78a26 26 0 1 0-52 0a26 26 0 1 0 52 0'
const TICKS = 'M530 110h-20m20 60h-20m20 60h-20M790 110h20m-20 60h20m-20 60h20'

/** Half a court from the baseline, with the passes of {@link SIDE} as it stands on it, and the closer's way to the rim. */
function CourtArt() {
  return (
    <svg className={s.art} viewBox="0 0 1320 660" aria-hidden="true">
      <path className={s.paint} d="M530 8V300H790V8Z" />
      <path className={s.lines} d={KEY + RIM + TICKS} />
      <path className={`${s.lines} ${s.dashed}`} d="M530 300a130 130 0 0 1 260 0" />
      <path className={`${s.pass} ${s.dashed}`} d="M752 470L1018 372" />
      <path className={s.pass} d="M992 366l28 5-16 24" />
      <path className={`${s.pass} ${s.dashed}`} d="M232 330L262 262" />
      <path className={s.pass} d="M240 276l23-16 3 28" />
      <path
        className={s.chalk}
        d={`M660 372c-30-34 30-52 0-88s30-50 0-86-12-40 0-70m-16 20l16-22 16 22${cross(706, 214)}${cross(560, 224)}`}
      />
    </svg>
  )
}

const side = basketball.side

/** How a night is scored: one side on the court, added up by quarters. */
function OurSystem() {
  const { t, language } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const { t: play } = useTexts(playTexts)
  const tierSteps = useTierSteps(TIER_POINTS)
  const sum = sumOf(SIDE)
  const [plain, rich] = [sumOf(PLAIN), sumOf(RICH)]
  const number = (count: number) => countInWords(count, language)
  const pass = { ...PASS, cards: number(PASS.cards) }
  const passing = passingTeams(SIDE).length
  const values = {
    ...pass,
    side: number(side),
    quarters: number(SIDE[0].did.length),
    tier: card('tier5'),
    top: TIER_POINTS[5],
    three: PLAYS.three.points,
    closer: timesInWords(CLOSER, language),
  }
  return (
    <InnerPage next="cards">
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
              text: t('passesText', { ...pass, count: passing, teams: number(passing) }),
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
            name: t('plain', { side: number(side), tier: card('tier1') }),
            points: plain.total,
            text: t('plainText', {
              ...plain,
              played: number(PLAIN.filter((placed) => playsOf(placed) > 0).length),
              passing: number(passingTeams(PLAIN).length),
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
  path: '/basketball/daily-fantasy',
  look: 'basketball',
  menu: {
    group: LEARN_MORE,
    place: 2,
    name: { en: 'Our System', es: 'Nuestro sistema' },
    text: { en: 'A night by quarters, added up', es: 'Una noche por cuartos, sumada' },
  },
  title: { en: 'Basketball: our system', es: 'Baloncesto: nuestro sistema' },
  description: {
    en: 'How a basketball night works: five cards, five places and a closer, with a side added up quarter by quarter.',
    es: 'Cómo va una noche de baloncesto: cinco cartas, cinco puestos y un cierre, con un equipo sumado cuarto a cuarto.',
  },
  Main: OurSystem,
})
