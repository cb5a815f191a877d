import { type EditionLook, Section } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './System.module.css'
import { texts } from './texts'

export interface WorthsProps {
  look: EditionLook
  plays: readonly { name: string; points: number }[]
}

/** What each play is worth. */
export function Worths({ look, plays }: WorthsProps): ReactNode {
  const { t } = useTexts(texts)
  return (
    <Section id="worth" look={look} index={1} title={t('worth')} text={t('worthText', { plays: plays.length })}>
      <dl className={s.worth}>
        {plays.map(({ name, points }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{t('points', { count: points })}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
