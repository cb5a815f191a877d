import type { Spanish, Texts, Tree } from './texts'

/** Some of the texts. */
type Some<Texts> = { readonly [Key in keyof Texts]?: Texts[Key] extends string ? string : Some<Texts[Key]> }

/**
 * Replaces texts of a package in the app that calls it, in both languages; the others stay as they are. An app does so in
 * `src/overrides.ts`, which runs before anything of the app is rendered (docs/edition-contract.md, "Pages").
 *
 * @throws Error for a key that the package does not have
 */
export const overrideTexts = <English, const Words extends Some<English>>(
  texts: Texts<English>,
  words: { en: Words; es: NoInfer<Spanish<Words>> },
): void => {
  for (const language of ['en', 'es'] as const) replace(texts[language] as Tree, words[language] as Tree, language)
}

const replace = (texts: Tree, words: Tree, path: string): void => {
  for (const [key, word] of Object.entries(words)) {
    const current = texts[key]
    if (typeof current !== typeof word) throw new Error(`override texts: there is no text ${path}.${key}`)
    if (typeof current === 'object' && typeof word === 'object') replace(current, word, `${path}.${key}`)
    else Object.assign(texts, { [key]: word })
  }
}
