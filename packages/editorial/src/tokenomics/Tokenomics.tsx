import type { Language } from '@fieldhouse/contract'
import { CutPack, type EditionLook, linkStyles, openingStyles, Section } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { type Texts, useTexts } from '@fieldhouse/i18n'
import { formatPercent } from '@fieldhouse/i18n/decimals'
import type { ReactNode } from 'react'
import { PriceHistory } from '../price/PriceHistory'
import s from './Tokenomics.module.css'
import { texts as common } from './texts'

/** Where what is paid for a pack goes. */
export type PackShare = 'prizes' | 'making' | 'lights' | 'partner' | 'reserve'

export interface TokenomicsProps {
  look: EditionLook
  floor: ReactNode
  /** `prize` has a name for each of the prizes, and a text under the same key with `Text` behind it. */
  texts: Texts<{
    title: string
    opening: string
    prizes: string
    prizesText: string
    prize: { readonly [name: string]: string }
  }>
  /** What the edition's texts name: `winner` is the winner's share, in hundredths. */
  values: Readonly<Record<string, string | number>> & { readonly winner: number }
  /** In hundredths, the largest first. */
  packShares: Readonly<Record<PackShare, number>>
  /** Where the prizes go, in hundredths of them. */
  prizeShares: Readonly<Record<string, number>>
  /** Path data over the drawing of the prizes, 1000 by 130: the edition's floor in a hundred parts. */
  lines: string
}

/** What the pack costs that is cut up, in dollars: as much as in the price's history (plugins/editions/page/items). */
const PACK = 10

const formatDollars = (dollars: number, language: Language): string =>
  `$${dollars.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const FIXED = ['usd', 'wax', 'packs', 'odds', 'copies', 'opened'] as const

/** Where what a pack costs goes, what is fixed, and what a card is not. */
export function Tokenomics({ look, floor, texts, values, packShares, prizeShares, lines }: TokenomicsProps): ReactNode {
  const { t: own, language } = useTexts(texts)
  const { t } = useTexts(common)
  const { page, settings } = useRoot()
  const parts = Object.entries(packShares) as [PackShare, number][]
  const shown = { ...values, winner: formatPercent(values.winner, language) }
  const prizes = Object.entries(prizeShares).map(([name, share]) => ({ name, share, title: own(`prize.${name}`) }))
  return (
    <>
      <header className={`${openingStyles.opening} ${s.opening}`}>
        {floor}
        <h1 className={openingStyles.title}>{own('title')}</h1>
        <p className={openingStyles.text}>
          {own('opening')} {t('of', { price: formatDollars(PACK, language) })}
        </p>
        <CutPack look={look} name={settings.product} shares={parts.map(([, share]) => share)}>
          {parts.map(([name, share]) => (
            <div key={name} className={share < 20 ? `${s.share} ${s.small}` : s.share}>
              <b>{formatDollars((PACK * share) / 100, language)}</b>
              <div>
                <h2>{t(`share.${name}`)}</h2>
                <p>
                  {formatPercent(share, language)}. {t(`share.${name}Text`)}
                </p>
              </div>
            </div>
          ))}
        </CutPack>
      </header>
      <PriceHistory look={look} index={1} />
      <Section
        id="prizes"
        look={look}
        index={2}
        title={own('prizes')}
        text={own('prizesText', { part: formatPercent(1, language) })}
      >
        <PrizeField
          label={t('prizes', {
            prizes: prizes.map(({ title, share }) => `${title} ${formatPercent(share, language)}`).join(', '),
          })}
          shares={prizes.map(({ share }) => share)}
          lines={lines}
        />
        <ul className={s.prizes}>
          {prizes.map(({ name, share, title }) => (
            <li key={name}>
              <b>{formatPercent(share, language)}</b>
              <h3>{title}</h3>
              <p>{own(`prize.${name}Text`, shown)}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="fixed" look={look} index={3} title={t('fixed')} text={t('fixedText')}>
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
            {FIXED.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`row.${row}`)}</th>
                <td data-column={t('who')}>{t(`row.${row}Who`)}</td>
                <td data-column={t('when')}>{t(`row.${row}When`)}</td>
                <td data-column={t('where')}>{t(`row.${row}Where`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <section className={s.not} aria-labelledby="not">
        <h2 id="not">
          <span>{t('notShare')}</span> <span>{t('notLoan')}</span> <span>{t('notSavings')}</span>
        </h2>
        <div>
          <p>{t('notText')}</p>
          <p>{t('notMore')}</p>
          <a className={linkStyles.text} href={`/${page.edition}/faq#limit`}>
            {t('limit')}
          </a>
        </div>
      </section>
    </>
  )
}

/** The prizes on a floor of a hundred parts: a part each hundredth. */
function PrizeField({ label, shares, lines }: { label: string; shares: readonly number[]; lines: string }) {
  let end = 0
  return (
    <svg className={s.field} viewBox="0 0 1000 130" role="img" aria-label={label}>
      {shares.map((share) => {
        const start = end * 10
        end += share
        return (
          <g key={start}>
            <path d={`M${start} 36H${end * 10}V130H${start}Z`} />
            <text className="fh-numeral" x={start + 12} y={112} fontSize={64}>
              {share}
            </text>
          </g>
        )
      })}
      <path d={lines} />
    </svg>
  )
}
