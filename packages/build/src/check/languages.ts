import type { Language } from '@fieldhouse/contract'
import type { App, Page } from '@fieldhouse/edition-kit'
import type { Texts, Tree } from '@fieldhouse/i18n'

const LANGUAGES: readonly Language[] = ['en', 'es']

/**
 * What an app says in one language and not in the other, a line each: titles, descriptions, menu entries and texts. A text
 * says the same values (`{{name}}`) in both.
 *
 * @param files the file of each page
 */
export function checkLanguages(
  { pages, notFound }: Pick<App, 'pages' | 'notFound'>,
  files: ReadonlyMap<object, string>,
  texts: readonly Texts[],
): string[] {
  const missing: string[] = []
  for (const page of [...pages, ...(notFound ? [notFound] : [])]) {
    const { title, description, menu } = page as Page
    for (const [subject, words] of Object.entries({
      title,
      ...(page.path !== null && { description }),
      ...(menu && { 'menu entry': menu.name, ...(menu.group && { "menu group's name": menu.group.name }) }),
    })) {
      for (const language of LANGUAGES) {
        if (!words?.[language]?.trim()) missing.push(`${files.get(page)}: the ${subject} is missing in ${language}`)
      }
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
      if (found === undefined) missing.push(`src: the text ${key} is missing in ${other}`)
      else if (found !== values && language === 'en')
        missing.push(`src: the text ${key} says the values "${values}" in en and "${found}" in es`)
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
