import type { Language } from '@fieldhouse/contract'
import type { PrerenderDefinition } from '@fieldhouse/edition-kit/prerender'
import type { Texts, Tree } from '@fieldhouse/i18n'

const LANGUAGES: readonly Language[] = ['en', 'es']

/** Where the definition that is checked comes from. */
const SOURCE = 'src/prerender'

/**
 * What an app says in one language and not in the other, a line each: titles, descriptions and texts. A text says the same
 * values (`{{name}}`) in both.
 */
export function checkLanguages({ routes, notFound }: PrerenderDefinition, texts: readonly Texts[]): string[] {
  const missing: string[] = []
  const heads = [
    ...routes.flatMap(({ path, title, description }) => [
      [`the title of ${path}`, title] as const,
      [`the description of ${path}`, description] as const,
    ]),
    ...(notFound ? [['the title of notFound', notFound.title] as const] : []),
  ]
  for (const [subject, words] of heads) {
    for (const language of LANGUAGES) {
      if (!words?.[language]?.trim()) missing.push(`${SOURCE}: ${subject} is missing in ${language}`)
    }
  }
  for (const { en, es } of texts) missing.push(...checkTexts({ en: flatten(en), es: flatten(es) }))
  return missing
}

function checkTexts(flat: Record<Language, Map<string, string>>): string[] {
  const missing: string[] = []
  for (const [language, other] of [
    ['en', 'es'],
    ['es', 'en'],
  ] as const) {
    for (const [key, values] of flat[language]) {
      const found = flat[other].get(key)
      if (found === undefined) missing.push(`${SOURCE}: the text ${key} is missing in ${other}`)
      else if (found !== values && language === 'en')
        missing.push(`${SOURCE}: the text ${key} says the values "${values}" in en and "${found}" in es`)
    }
  }
  return missing
}

/** i18next's plural forms: which of them a language has differs. */
const PLURAL = /_(zero|one|two|few|many|other)$/

/** The values of each text by its key, those of its plural forms together; what is empty is left out. */
function flatten(tree: Tree, before = ''): Map<string, string> {
  const keys = new Map<string, string>()
  for (const [name, text] of Object.entries(tree ?? {})) {
    if (typeof text !== 'string') for (const [key, values] of flatten(text, `${before}${name}.`)) keys.set(key, values)
    else if (text.trim()) {
      const key = before + name.replace(PLURAL, '')
      const values = [...text.matchAll(/\{\{\s*([\w.]+)/g)].map(([, value]) => value ?? '')
      keys.set(key, [...new Set([...(keys.get(key)?.split(' ') ?? []), ...values])].filter(Boolean).sort().join(' '))
    }
  }
  return keys
}
