import { type EditionLook, Section } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { formatPercent } from '@fieldhouse/i18n/decimals'
import type { ReactNode } from 'react'
import s from './Tokenomics.module.css'
import { texts } from './texts'

export interface Prize {
  name: string
  /** In hundredths of the prizes. */
  share: number
  title: string
  text: string
}

export interface PrizesProps {
  look: EditionLook
  /** Of the section, counted from 1. */
  index: number
  title: string
  text: string
  /** Path data over the drawing's 1000 by 130: the edition's floor in a hundred parts. */
  lines: string
  prizes: readonly Prize[]
}

/** Where the prizes go, on a floor of a hundred parts: a part each hundredth. */
export function Prizes({ look, index, title, text, lines, prizes }: PrizesProps): ReactNode {
  const { t, language } = useTexts(texts)
  const said = prizes.map(({ share, title }) => `${title} ${formatPercent(share, language)}`).join(', ')
  let at = 0
  return (
    <Section id="prizes" look={look} index={index} title={title} text={text}>
      <svg className={s.field} viewBox="0 0 1000 130" role="img" aria-label={t('prizes', { said })}>
        {prizes.map(({ name, share }) => {
          const from = at * 10
          at += share
          return (
            <g key={name}>
              <path d={`M${from} 36H${at * 10}V130H${from}Z`} />
              <text className="fh-numeral" x={from + 12} y={112} fontSize={64}>
                {share}
              </text>
            </g>
          )
        })}
        <path d={lines} />
      </svg>
      <ul className={s.prizes}>
        {prizes.map(({ name, share, title, text }) => (
          <li key={name}>
            <b>{formatPercent(share, language)}</b>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
