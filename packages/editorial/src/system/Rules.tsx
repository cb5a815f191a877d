import { type EditionLook, Section } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './System.module.css'
import { texts } from './texts'

export interface RulesProps {
  look: EditionLook
  /** Five. */
  rules: readonly { title: string; text: string }[]
}

/** The rules of a night, all of them. */
export function Rules({ look, rules }: RulesProps): ReactNode {
  const { t } = useTexts(texts)
  return (
    <Section id="rules" look={look} index={2} title={t('rules')} text={t('rulesText')}>
      <ol className={s.rules}>
        {rules.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
