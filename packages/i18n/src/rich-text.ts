import type { TextKey, Texts } from '@fieldhouse/i18n'
import { useTexts } from '@fieldhouse/i18n'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
// Its own `Trans`, which the host does not share: it is loaded with the islands that import this, and stills need no script.
import { Trans } from 'react-i18next/TransWithoutContext'

type Part = (words: ReactNode) => ReactNode

export interface RichTextProps<English> {
  texts: Texts<English>
  /** The key of a text with elements in it, such as `Ask <page>on this page</page>.` */
  text: TextKey<Texts<English>>
  /** The elements, by the names that the text has for them, around its words: `{ page: (words) => <a href="/">{words}</a> }`. */
  parts: Readonly<Record<string, Part>>
  values?: Record<string, string | number>
}

/**
 * A text with elements in it: each language says where in its sentence they stand, and around which of its words. A value is
 * text, whatever is written in it.
 */
export function RichText<English>({ texts, text, parts, values }: RichTextProps<English>): ReactElement {
  const { t } = useTexts(texts)
  const { i18n } = useTranslation()
  const components = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, createElement(Around, { part })]),
  )
  return createElement(Trans, { i18n, t: t as never, i18nKey: text as never, components, values })
}

const Around = ({ part, children }: { part: Part; children?: ReactNode }) => part(children)
