import { CutPack, linkStyles, openingStyles, Section } from '@fieldhouse/design'
import { listMark, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { FootballFloor, football } from '@fieldhouse/look-football'
import {
  FINALISTS,
  PACK_SHARES,
  type PackShare,
  PRIZE_SHARES,
  type PrizeShare,
  SEASON,
  WINNER_SHARE,
} from '../../facts'
import { InnerPage } from '../../InnerPage'
import { percent } from '../../percent'
import { PrizeField } from './PrizeField'
import { texts as priceTexts } from './price-texts'
import s from './Tokenomics.module.css'
import { texts } from './texts'

const shares = Object.entries(PACK_SHARES) as [PackShare, number][]
const prizes = Object.entries(PRIZE_SHARES) as [PrizeShare, number][]

/** Where what a pack costs goes, what is fixed, and what a card is not. */
export function Tokenomics() {
  const { t, language } = useTexts(texts)
  const { settings } = useRoot()
  return (
    <InnerPage>
      <header className={`${openingStyles.opening} ${s.opening}`}>
        <FootballFloor />
        <h1 className={openingStyles.title}>{t('title')}</h1>
        <p className={openingStyles.text}>{t('opening')}</p>
        <CutPack look={football} name={settings.product} shares={shares.map(([, share]) => share)}>
          {shares.map(([name, share]) => (
            <div key={name} className={share < 20 ? `${s.share} ${s.small}` : s.share}>
              <b>{percent(share, language)}</b>
              <div>
                <h2>{t(`share.${name}`)}</h2>
                <p>{t(`share.${name}Text`)}</p>
              </div>
            </div>
          ))}
        </CutPack>
      </header>
      <Price />
      <Section
        id="prizes"
        look={football}
        index={2}
        title={t('prizes')}
        text={t('prizesText', { yard: percent(1, language) })}
      >
        <PrizeField
          label={t('field', Object.fromEntries(prizes.map(([name, share]) => [name, percent(share, language)])))}
        />
        <ul className={s.prizes}>
          {prizes.map(([name, share]) => (
            <li key={name}>
              <b>{percent(share, language)}</b>
              <h3>{t(`prize.${name}`)}</h3>
              <p>
                {t(`prize.${name}Text`, {
                  nights: SEASON.nights,
                  finalists: FINALISTS,
                  drawNights: SEASON.nightsForDraw,
                  winner: percent(WINNER_SHARE, language),
                })}
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="fixed" look={football} index={3} title={t('fixed')} text={t('fixedText')}>
        <Fixed />
      </Section>
      <section className={s.not} aria-labelledby="not">
        <h2 id="not">
          <span>{t('notShare')}</span> <span>{t('notLoan')}</span> <span>{t('notSavings')}</span>
        </h2>
        <div>
          <p>{t('notText')}</p>
          <p>{t('notMore')}</p>
          <a className={linkStyles.text} href="/football/faq#limit">
            {t('faq')}
          </a>
        </div>
      </section>
    </InnerPage>
  )
}

/** What a price in dollars was in WAX: the gateway draws what it has. */
function Price() {
  const { t } = useTexts(priceTexts)
  return (
    <Section id="price" look={football} index={1} title={t('title')} text={t('text')}>
      {listMark('median.history')}
    </Section>
  )
}

const ROWS = ['usd', 'wax', 'packs', 'odds', 'copies', 'opened'] as const

function Fixed() {
  const { t } = useTexts(texts)
  return (
    <table className={s.fixed}>
      <thead>
        <tr>
          <th scope="col">{t('what')}</th>
          <th scope="col">{t('who')}</th>
          <th scope="col">{t('when')}</th>
          <th scope="col">{t('where')}</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            <th scope="row">{t(`row.${row}`)}</th>
            <td data-column={t('who')}>{t(`row.${row}Who`)}</td>
            <td data-column={t('when')}>{t(`row.${row}When`)}</td>
            <td data-column={t('where')}>{t(`row.${row}Where`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
