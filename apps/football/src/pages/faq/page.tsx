import { cardTexts } from '@fieldhouse/design'
import { definePage, Island } from '@fieldhouse/edition-kit'
import { Faq as Questions } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { formatPercent } from '@fieldhouse/i18n/decimals'
import { countInWords, timesInWords } from '@fieldhouse/i18n/words'
import { FootballFloor, football } from '@fieldhouse/look-football'
import { InnerPage } from '../../edition'
import { ARMBAND, PACK_SHARES, PLAYS, RENTAL, SEASON, TIER_POINTS } from '../../facts'
import { Search } from './islands/Search'
import { questions, texts } from './texts'

const MORE = {
  'line-up': 'daily-fantasy',
  tier: 'daily-fantasy',
  captain: 'daily-fantasy',
  prizes: 'tokenomics',
  superbowl: 'superbowl',
  lend: 'card-rental',
  'end-early': 'card-rental',
}

function Faq() {
  const { t: card, language } = useTexts(cardTexts)
  return (
    <InnerPage next="team">
      <Questions
        texts={texts}
        floor={<FootballFloor />}
        search={(all) => <Island of={Search} when="idle" props={{ all }} />}
        questions={questions}
        values={{
          ...SEASON,
          byPoints: countInWords(SEASON.byPoints, language),
          byDraw: countInWords(SEASON.byDraw, language),
          side: countInWords(football.side, language),
          rarest: card('tier5'),
          plainest: card('tier1'),
          top: TIER_POINTS[5],
          least: TIER_POINTS[1],
          catch: PLAYS.catch.points,
          armband: timesInWords(ARMBAND, language),
          prizes: formatPercent(PACK_SHARES.prizes, language),
          most: countInWords(RENTAL.mostNights, language),
          fee: formatPercent(RENTAL.feeBps / 100, language),
        }}
        more={MORE}
      />
    </InnerPage>
  )
}

export const page = definePage({
  path: '/football/faq',
  look: 'football',
  menu: { place: 3, name: { en: 'FAQ', es: 'Preguntas' } },
  title: { en: 'FAQ', es: 'Preguntas' },
  description: {
    en: 'Short answers to the questions we hear most about packs, wallets and game nights.',
    es: 'Respuestas cortas a lo que más nos preguntan sobre sobres, carteras y noches de partido.',
  },
  Main: Faq,
})
