import { Island } from '@fieldhouse/edition-kit'
import { InnerPage as Page } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { Foil } from './islands/Foil'
import { texts } from './texts'

/** An inner page of the edition. */
export function InnerPage({ children }: { children: ReactNode }) {
  const { t } = useTexts(texts)
  return (
    <Page more={t('more')} foil={<Island hidden of={Foil} when="intent" props={{}} />}>
      {children}
    </Page>
  )
}
