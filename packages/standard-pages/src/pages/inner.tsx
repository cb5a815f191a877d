import { Island } from '@fieldhouse/edition-kit'
import { InnerPage } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { type ComponentType, createElement, type PropsWithChildren, type ReactElement } from 'react'
import type { EditionProps } from '../edition'
import { texts } from '../texts'

/** A component that has some of its props already, such as a page's of one edition. It is made once, with its module. */
export const withProps =
  <Rest extends object, Known extends object>(Component: ComponentType<Known & Rest>, known: Known) =>
  (rest: Rest): ReactElement =>
    createElement(Component, { ...known, ...rest })

/** A page inside an edition, with the ways on to its others. */
export function Inner({ edition, children }: PropsWithChildren<EditionProps>) {
  const { language } = useTexts(texts)
  return (
    <InnerPage more={edition.texts[language].more} foil={<Island hidden of="Foil" when="intent" props={{}} />}>
      {children}
    </InnerPage>
  )
}
