import type { Language, ReleaseManifest, SiteSettings } from '@fieldhouse/contract'

/** One item of a list. */
export interface Item {
  /** The partial's variants; the first that the release has counts. */
  variants: string[]
  fields: Record<string, string>
  /** The list inside a group. */
  content?: Item[]
}

/** What the marks of a release become on one page (docs/edition-contract.md, "Marks"). */
export interface Filling {
  /** `/_r/<edition>/`. */
  base: string
  language: Language
  settings: SiteSettings
  partials: ReleaseManifest['partials']
  /** By name; one that is not here has no place on this page. */
  lists: Record<string, readonly Item[]>
  /** Fields of the item that the page is about. */
  fields?: Record<string, string>
  /** The text of the post that the page is about, as markup. */
  content?: string
}

const MARK = /@release\/|@(setting|list|item)\/([A-Za-z.]+)@|data-slot="([^"]*)"[^>]*>(?=<\/)/g

/**
 * Fills a fragment, or a partial with the fields of its item, as the gateway does: a value is escaped for text and for a
 * double-quoted attribute, and is never searched for marks again.
 *
 * @throws Error naming a mark that the page does not fill; the gateway refuses a release for it
 */
export function fill(markup: string, filling: Filling, item?: Item): string {
  const fields = item?.fields ?? filling.fields ?? {}
  const repeat = (name: string) => {
    const items = name === 'navigation.content' && item ? item.content : filling.lists[name]
    if (!items) throw new Error(`the list ${name}: the gateway does not fill it here`)
    return items.map((next) => repeated(name, next, filling)).join('')
  }
  return markup.replace(MARK, (mark, kind: string | undefined, name: string, slot: string | undefined) => {
    if (slot !== undefined) return mark + (slot === 'content' ? (filling.content ?? '') : repeat(slot))
    if (kind === undefined) return filling.base
    if (kind === 'list') return repeat(name)
    const value = kind === 'setting' ? settingOf(filling.settings, name) : fields[name]
    if (value === undefined) throw new Error(`the mark ${mark}: the gateway has no ${kind} of this name here`)
    return escaped(value)
  })
}

function repeated(list: string, item: Item, filling: Filling): string {
  const variants = filling.partials[list]
  const variant = item.variants.find((name) => variants?.[name])
  return variant ? fill(variants?.[variant]?.[filling.language] ?? '', filling, item) : ''
}

/** Fills the marks of a plain text, such as a title. What only looks like a mark stays. */
export function fillText(text: string, settings: SiteSettings, fields: Record<string, string> = {}): string {
  return text.replace(
    /@(setting|item)\/([^@]*)@/g,
    (mark, kind: string, name: string) => (kind === 'setting' ? settingOf(settings, name) : fields[name]) ?? mark,
  )
}

/** A scalar of the settings by its path, such as `links.playGame`. */
function settingOf(settings: SiteSettings, path: string): string | undefined {
  const value = path.split('.').reduce<unknown>((inner, key) => {
    return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
      ? (inner as Record<string, unknown>)[key]
      : undefined
  }, settings)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '\0': '\uFFFD',
}

/** A value as text, or inside of a double-quoted attribute, with the references that React and the gateway write. */
export const escaped = (value: string): string => value.replace(/[&<>"'\0]/g, (letter) => REFERENCES[letter] ?? '')

/** A value as JSON that can stand inside a script element. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
