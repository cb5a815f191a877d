import { Fixed, NotAShare, Opening, PriceHistory, Prizes } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { formatPercent } from '@fieldhouse/i18n/decimals'
import { BasketballFloor, basketball } from '@fieldhouse/look-basketball'
import { InnerPage } from '../../edition'
import { PACK_SHARES, PRIZE_SHARES, type PrizeShare, SEASON, WINNER_SHARE } from '../../facts'
import { texts } from './texts'

const prizes = Object.entries(PRIZE_SHARES) as [PrizeShare, number][]

/** A hundred boards seen at their ends, each tenth up to the wall. */
const BOARDS = Array.from({ length: 99 }, (_, index) => `M${(index + 1) * 10} 36v-${index % 10 === 9 ? 36 : 18}`).join(
  '',
)

/** Where what a pack costs goes, what is fixed, and what a card is not. */
export function Tokenomics() {
  const { t, language } = useTexts(texts)
  const numbers = {
    side: basketball.side,
    nights: SEASON.nights,
    finalists: SEASON.finalists,
    drawNights: SEASON.nightsForDraw,
    winner: formatPercent(WINNER_SHARE, language),
  }
  return (
    <InnerPage>
      <Opening
        look={basketball}
        floor={<BasketballFloor />}
        title={t('title')}
        text={t('opening')}
        shares={PACK_SHARES}
      />
      <PriceHistory look={basketball} index={1} />
      <Prizes
        look={basketball}
        index={2}
        title={t('prizes')}
        text={t('prizesText', { board: formatPercent(1, language) })}
        lines={BOARDS}
        prizes={prizes.map(([name, share]) => ({
          name,
          share,
          title: t(`prize.${name}`),
          text: t(`prize.${name}Text`, numbers),
        }))}
      />
      <Fixed look={basketball} index={3} />
      <NotAShare />
    </InnerPage>
  )
}
