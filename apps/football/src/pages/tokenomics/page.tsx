import { definePage } from '@fieldhouse/edition-kit'
import { Tokenomics } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { countInWords } from '@fieldhouse/i18n/words'
import { FootballFloor, football } from '@fieldhouse/look-football'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { InnerPage } from '../../edition'
import { FINALISTS, PACK_SHARES, PRIZE_SHARES, SEASON, WINNER_SHARE } from '../../facts'
import { texts } from './texts'

const LINES = Array.from({ length: 99 }, (_, index) => `M${(index + 1) * 10} 0v${index % 10 === 9 ? 30 : 14}`).join('')

function Main() {
  const { language } = useTexts(texts)
  return (
    <InnerPage next="faq">
      <Tokenomics
        look={football}
        floor={<FootballFloor />}
        texts={texts}
        values={{
          nights: SEASON.nights,
          finalists: countInWords(FINALISTS, language),
          drawNights: SEASON.nightsForDraw,
          winner: WINNER_SHARE,
        }}
        packShares={PACK_SHARES}
        prizeShares={PRIZE_SHARES}
        lines={LINES}
      />
    </InnerPage>
  )
}

export const page = definePage({
  path: '/football/tokenomics',
  look: 'football',
  data: ['medianHistory'],
  menu: {
    group: LEARN_MORE,
    place: 4,
    name: { en: 'Tokenomics', es: 'Tokenómica' },
    text: { en: 'Where each cent goes', es: 'Adónde va cada centavo' },
  },
  title: { en: 'Tokenomics', es: 'Tokenómica' },
  description: {
    en: 'What a pack costs, how you pay in WAX, and what is fixed before a sale opens.',
    es: 'Lo que cuesta un sobre, cómo se paga en WAX y qué queda fijado antes de abrir una venta.',
  },
  Main,
})
