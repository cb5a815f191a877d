import { definePage } from '@fieldhouse/edition-kit'
import { Tokenomics } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { countInWords } from '@fieldhouse/i18n/words'
import { BasketballFloor, basketball } from '@fieldhouse/look-basketball'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { InnerPage } from '../../edition'
import { PACK_SHARES, PRIZE_SHARES, SEASON, WINNER_SHARE } from '../../facts'
import { texts } from './texts'

/** A hundred boards seen at their ends, each tenth up to the wall. */
const LINES = Array.from({ length: 99 }, (_, index) => `M${(index + 1) * 10} 36v-${index % 10 === 9 ? 36 : 18}`).join(
  '',
)

function Main() {
  const { language } = useTexts(texts)
  return (
    <InnerPage next="faq">
      <Tokenomics
        look={basketball}
        floor={<BasketballFloor />}
        texts={texts}
        values={{
          side: countInWords(basketball.side, language),
          nights: SEASON.nights,
          finalists: countInWords(SEASON.finalists, language),
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
  path: '/basketball/tokenomics',
  look: 'basketball',
  data: ['medianHistory'],
  menu: {
    group: LEARN_MORE,
    place: 4,
    name: { en: 'Tokenomics', es: 'Tokenómica' },
    text: { en: 'A pack, piece by piece', es: 'Un sobre, pieza a pieza' },
  },
  title: { en: 'Basketball tokenomics', es: 'Tokenómica del baloncesto' },
  description: {
    en: 'Where the dollars of a basketball pack go, what WAX has cost lately, and what nobody can change once a sale is open.',
    es: 'Adónde van los dólares de un sobre de baloncesto, cuánto ha costado WAX y qué no puede cambiar nadie con la venta abierta.',
  },
  Main,
})
