import { Island } from '@fieldhouse/edition-kit'
import { InnerPage } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import type { PropsWithChildren } from 'react'
import type { EditionProps } from '../edition'
import { texts } from '../texts'

/** A page inside an edition, with the ways on to its others. */
export function Inner({ edition, children }: PropsWithChildren<EditionProps>) {
  const { language } = useTexts(texts)
  return (
    <InnerPage more={edition.texts[language].more} foil={<Island hidden of="Foil" when="intent" props={{}} />}>
      {children}
    </InnerPage>
  )
}
