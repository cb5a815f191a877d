import { cardTexts, TIERS, type Tier } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './System.module.css'
import { texts } from './texts'

export interface SumProps {
  /** Each with how it came about. */
  parts: readonly { name: string; text: string; points: number }[]
  /** How to check it. */
  check: string
  /** Above the parts. */
  children?: ReactNode
}

/** What a side scores in a night: parts that add up. */
export function Sum({ parts, check, children }: SumProps): ReactNode {
  const { t } = useTexts(texts)
  return (
    <section className={s.sum} aria-label={t('sum')}>
      {children}
      <dl>
        {parts.map(({ name, text, points }, index) => (
          <div key={name}>
            <dt>
              {name} <span>{text}</span>
            </dt>
            <dd>{index === 0 ? points : `+ ${points}`}</dd>
          </div>
        ))}
        <div>
          <dt>{t('total')}</dt>
          <dd>{parts.reduce((sum, { points }) => sum + points, 0)}</dd>
        </div>
      </dl>
      <p>{check}</p>
    </section>
  )
}

/** Says what a card of each tier brings, of those that bring something. */
export function useTierSteps(points: Readonly<Record<Tier, number>>): string {
  const { t } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const steps = TIERS.filter((tier) => points[tier] > 0)
  return steps.map((tier) => t('tierStep', { points: points[tier], tier: card(`tier${tier}`) })).join(', ')
}
