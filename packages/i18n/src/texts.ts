import type { Language } from '@fieldhouse/contract'
import { createInstance, type i18n } from 'i18next'
import { createElement, type ReactNode, useMemo } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'

/** Texts of one language: nested by key, `{{name}}` where a value goes, `_one` and `_other` behind a plural's key. */
export interface Tree {
  readonly [key: string]: string | Tree
}

/** The same keys in Spanish, which has a plural form of its own for round millions. */
export type Spanish<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Spanish<English[Key]>
} & { readonly [Key in keyof English as Key extends `${infer Stem}_other` ? `${Stem}_many` : never]: string }

/** Spanish as it is written: the form of round millions only where it is another than that of other numbers. */
type WrittenSpanish<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : WrittenSpanish<English[Key]>
} & { readonly [Key in keyof English as Key extends `${infer Stem}_other` ? `${Stem}_many` : never]?: string }

/** The keys as `t` takes them: `hero.title`, and a plural's without its ending. */
type KeyOf<English> = {
  [Key in keyof English & string]: English[Key] extends string
    ? Key extends `${infer Stem}_${'one' | 'other'}`
      ? Stem
      : Key
    : `${Key}.${KeyOf<English[Key]>}`
}[keyof English & string]

/** Texts in both languages, under a namespace of their own. */
export interface Texts<English = Tree> {
  readonly en: English
  readonly es: Spanish<English>
  readonly namespace: string
}

/** The keys of {@link Texts}. */
export type TextKey<T> = T extends Texts<infer English> ? KeyOf<English> : never

/** A text by key, with its values filled in as they are. `count` picks the plural form. */
export type Translate<Key extends string = string> = (key: Key, values?: Record<string, string | number>) => string

const defined: Texts[] = []

/**
 * The texts of a component, a page or an app: the one way of having texts. English is what Spanish is checked against by
 * its type, and both are by the build (`definedTexts`).
 */
export const defineTexts = <const English extends Tree>(texts: {
  en: English
  es: NoInfer<WrittenSpanish<English>>
}): Texts<English> => {
  fillMillions(texts.es)
  const named = { ...texts, namespace: `texts-${defined.length}` } as unknown as Texts<English>
  defined.push(named as unknown as Texts)
  return named
}

function fillMillions(texts: Record<string, unknown>): void {
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'object') fillMillions(text as Tree)
    else if (key.endsWith('_other')) texts[`${key.slice(0, -5)}many`] ??= text
  }
}

/** All texts of this page, or of the app that is being built. */
export const definedTexts = (): readonly Texts[] => defined

/** An instance that is ready when this returns. Values are put in unescaped, because React escapes what it renders. */
const createI18n = (language: Language): i18n => {
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

/** What stands around each React root, since context does not cross roots: its language, for every component below. */
export const I18nRoot = ({ language, children }: { language: Language; children?: ReactNode }) =>
  createElement(I18nextProvider, { i18n: useMemo(() => createI18n(language), [language]) }, children)

const known = (instance: i18n, { namespace, en, es }: Texts): void => {
  if (instance.hasResourceBundle('en', namespace)) return
  instance.addResourceBundle('en', namespace, en)
  instance.addResourceBundle('es', namespace, es)
}

/** Texts in the root's language, and that language. Renders again when the language changes. */
export const useTexts = <English>(texts: Texts<English>): { t: Translate<KeyOf<English>>; language: Language } => {
  const { i18n } = useTranslation()
  known(i18n, texts as unknown as Texts)
  const { t } = useTranslation(texts.namespace)
  // i18next types keys by augmentation, which one instance for several editions cannot use.
  return { t: t as unknown as Translate<KeyOf<English>>, language: i18n.language as Language }
}

/** Texts in a language, outside of React. */
export const textsIn = <English>(texts: Texts<English>, language: Language): Translate<KeyOf<English>> => {
  const instance = createI18n(language)
  known(instance, texts as unknown as Texts)
  return instance.getFixedT(language, texts.namespace) as unknown as Translate<KeyOf<English>>
}
