import { cardTexts } from '@fieldhouse/design'
import { definePage, Island } from '@fieldhouse/edition-kit'
import { Faq as Questions } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { formatPercent } from '@fieldhouse/i18n/decimals'
import { countInWords, timesInWords } from '@fieldhouse/i18n/words'
import { BasketballFloor, basketball } from '@fieldhouse/look-basketball'
import { InnerPage } from '../../edition'
import { CLOSER, PACK_SHARES, PASS, PLAYS, PRIZE_SHARES, SEASON, TIER_POINTS } from '../../facts'
import { Search } from './islands/Search'
import { questions, texts } from './texts'

const MORE = {
  'line-up': 'daily-fantasy',
  positions: 'daily-fantasy',
  tier: 'daily-fantasy',
  closer: 'daily-fantasy',
  passes: 'daily-fantasy',
  prizes: 'tokenomics',
  'last-night': 'tokenomics',
  draw: 'tokenomics',
}

function Faq() {
  const { t: card, language } = useTexts(cardTexts)
  return (
    <InnerPage next="tokenomics">
      <Questions
        texts={texts}
        floor={<BasketballFloor />}
        search={(all) => <Island of={Search} when="idle" props={{ all }} />}
        questions={questions}
        values={{
          ...SEASON,
          ...PASS,
          cards: countInWords(PASS.cards, language),
          finalists: countInWords(SEASON.finalists, language),
          side: countInWords(basketball.side, language),
          rarest: card('tier5'),
          plainest: card('tier1'),
          top: TIER_POINTS[5],
          least: TIER_POINTS[1],
          three: PLAYS.three.points,
          closer: timesInWords(CLOSER, language),
          prizes: formatPercent(PACK_SHARES.prizes, language),
          nightly: formatPercent(PRIZE_SHARES.nights, language),
          final: formatPercent(PRIZE_SHARES.final, language),
        }}
        more={MORE}
      />
    </InnerPage>
  )
}

export const page = definePage({
  path: '/basketball/faq',
  look: 'basketball',
  menu: { place: 3, name: { en: 'FAQ', es: 'Preguntas' } },
  title: { en: 'Basketball FAQ', es: 'Preguntas de baloncesto' },
  description: {
    en: 'Short answers about basketball packs and cards, the five places of a side, wallets and what you sign.',
    es: 'Respuestas cortas sobre sobres y cartas de baloncesto, los cinco puestos de un equipo, carteras y firmas.',
  },
  Main: Faq,
})
