import { Fixed, NotAShare, Opening, PriceHistory, Prizes } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { formatPercent } from '@fieldhouse/i18n/decimals'
import { FootballFloor, football } from '@fieldhouse/look-football'
import { InnerPage } from '../../edition'
import { FINALISTS, PACK_SHARES, PRIZE_SHARES, type PrizeShare, SEASON, WINNER_SHARE } from '../../facts'
import { texts } from './texts'

const prizes = Object.entries(PRIZE_SHARES) as [PrizeShare, number][]

const YARDS = Array.from({ length: 99 }, (_, index) => `M${(index + 1) * 10} 0v${index % 10 === 9 ? 30 : 14}`).join('')

/** Where what a pack costs goes, what is fixed, and what a card is not. */
export function Tokenomics() {
  const { t, language } = useTexts(texts)
  const numbers = {
    nights: SEASON.nights,
    finalists: FINALISTS,
    drawNights: SEASON.nightsForDraw,
    winner: formatPercent(WINNER_SHARE, language),
  }
  return (
    <InnerPage>
      <Opening look={football} floor={<FootballFloor />} title={t('title')} text={t('opening')} shares={PACK_SHARES} />
      <PriceHistory look={football} index={1} />
      <Prizes
        look={football}
        index={2}
        title={t('prizes')}
        text={t('prizesText', { yard: formatPercent(1, language) })}
        lines={YARDS}
        prizes={prizes.map(([name, share]) => ({
          name,
          share,
          title: t(`prize.${name}`),
          text: t(`prize.${name}Text`, numbers),
        }))}
      />
      <Fixed look={football} index={3} />
      <NotAShare />
    </InnerPage>
  )
}
