import type { Language } from '@fieldhouse/contract'
import { useTranslation } from 'react-i18next'
import { addTexts, type Texts, type Translate, useTexts } from './texts'

/**
 * The texts that a component brings along: added to the root's i18next instance under their own namespace the first time
 * they are used there, so no app lists them.
 *
 * @param name unique among such components
 */
export function useOwnTexts(name: string, texts: Record<Language, Texts>): Translate {
  const { i18n } = useTranslation()
  const namespace = `kit-${name}`
  if (!i18n.hasResourceBundle('en', namespace)) addTexts(i18n, namespace, texts)
  return useTexts(namespace).t
}
