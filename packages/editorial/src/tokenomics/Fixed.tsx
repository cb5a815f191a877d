import { type EditionLook, Section } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Tokenomics.module.css'
import { texts } from './texts'

const ROWS = ['usd', 'wax', 'packs', 'odds', 'copies', 'opened'] as const

/** What of a sale and of a card is fixed, by whom, when, and where to look it up. */
export function Fixed({ look, index }: { look: EditionLook; index: number }): ReactNode {
  const { t } = useTexts(texts)
  return (
    <Section id="fixed" look={look} index={index} title={t('fixed')} text={t('fixedText')}>
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
    </Section>
  )
}
