import type { Language } from '@fieldhouse/contract'
import { createInstance, type i18n } from 'i18next'
import { createElement, type ReactNode } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'

/** Texts of a namespace: nested by key, `{{name}}` where a value goes. */
export interface Texts {
  [key: string]: string | Texts
}

/** A text by key (`hero.title`), with its values filled in as they are. `count` picks the plural form. */
export type Translate = (key: string, values?: Record<string, string | number>) => string

/**
 * An i18next instance that is ready when this returns. A key without a Spanish text falls back to the English one.
 *
 * Values are put into texts unescaped, because React escapes what it renders.
 */
export const createI18n = (language: Language): i18n => {
  const instance = createInstance()
  void instance.init({
    lng: language,
    fallbackLng: 'en',
    supportedLngs: ['en', 'es'],
    resources: {},
    initAsync: false,
    // A key is never a namespace and a key: texts with a colon may serve as keys.
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  return instance
}

/** Adds the texts of a namespace in both languages. Calling it again adds to the namespace and replaces equal keys. */
export const addTexts = (instance: i18n, namespace: string, texts: Record<Language, Texts>): void => {
  instance.addResourceBundle('en', namespace, texts.en, true, true)
  instance.addResourceBundle('es', namespace, texts.es, true, true)
}

/** Gives the instance to every component below. One in each React root, since context does not cross roots. */
export const I18nRoot = ({ i18n, children }: { i18n: i18n; children?: ReactNode }) =>
  createElement(I18nextProvider, { i18n }, children)

/** The texts of a namespace in the root's language, and that language. Renders again when the language changes. */
export const useTexts = (namespace: string): { t: Translate; language: Language } => {
  const { t, i18n } = useTranslation(namespace)
  // i18next types keys by augmentation, which one instance for several editions cannot use.
  return { t: t as unknown as Translate, language: i18n.language as Language }
}
