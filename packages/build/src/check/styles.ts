import { SourceMap } from 'node:module'
import { TOKENS } from '@fieldhouse/contract/styles'
import { type Location, type Selector, transform } from 'lightningcss'

/** At-rules whose rules are looked at one by one, as those around them are; each other one reaches past its sheet. */
const TRANSPARENT = new Set([
  'style',
  'media',
  'supports',
  'container',
  'starting-style',
  'nesting',
  'nested-declarations',
])

const FOREIGN =
  "a selector of more than the edition's own: it needs a class of a CSS module, or is that of its look and sets custom properties alone"

/** A style sheet of a release, with its source map, by which a line names the source. */
export interface Sheet {
  path: string
  content: Buffer
  map: Buffer | undefined
}

/**
 * What style sheets say about what is not their edition's, and what they take for granted that the shell does not give, a
 * line each (docs/edition-contract.md, "Styles"). The gateway refuses the former too (`plugins/editions/release/check_styles.go`).
 */
export function checkStyles(edition: string, sheets: readonly Sheet[]): string[] {
  const tokens = new Set<string>(TOKENS)
  const wanted: [name: string, where: string][] = []
  const found: string[] = []
  for (const sheet of sheets) found.push(...checkSheet(`${edition}-`, sheet, tokens, wanted))
  for (const [name, where] of wanted) {
    if (!tokens.has(name))
      found.push(`${where}: var(${name}) is no token of the contract, and no sheet of ${edition} sets it`)
  }
  return [...new Set(found)]
}

function checkSheet(
  prefix: string,
  { path, content, map }: Sheet,
  tokens: Set<string>,
  wanted: [name: string, where: string][],
): string[] {
  const found: string[] = []
  const place = placeIn(path, map)
  const refuse = (location: Location, what: string) => found.push(`${place(location)}: ${what}`)
  let depth = 0
  let at: Location = { line: 0, column: 1 }
  transform({
    filename: path,
    code: content,
    visitor: {
      Rule(rule) {
        at = (rule as { value?: { loc?: Location } | null }).value?.loc ?? at
        if (rule.type === 'style') {
          const { selectors, declarations, rules } = rule.value
          const sets = [...(declarations.declarations ?? []), ...(declarations.importantDeclarations ?? [])]
          const areColors = depth === 0 && !rules?.length && sets.every(({ property }) => property === 'custom')
          for (const selector of selectors) {
            if (!isOwn(selector, prefix, depth > 0) && !(areColors && isOfLook(selector, prefix))) refuse(at, FOREIGN)
          }
          depth++
        } else if (rule.type === 'keyframes') {
          const name = rule.value.name.value
          if (!name.startsWith(prefix)) refuse(at, `@keyframes ${name}: its name begins with ${prefix}`)
        } else if (rule.type === 'font-face') {
          // Of several the last holds.
          const family = rule.value.properties.findLast((property) => property.type === 'font-family')
          const name = family?.type === 'font-family' ? String(family.value) : ''
          if (!name.toLowerCase().startsWith(prefix)) {
            refuse(at, `@font-face ${name}: its font-family begins with ${prefix}`)
          }
        } else if (rule.type === 'property') {
          tokens.add(rule.value.name)
          if (!rule.value.name.startsWith(`--${prefix}`)) {
            refuse(at, `@property ${rule.value.name}: its name begins with --${prefix}`)
          }
        } else if (!TRANSPARENT.has(rule.type)) refuse(at, `@${atName(rule.type)} reaches past the sheet`)
        return undefined
      },
      RuleExit({ type }) {
        if (type === 'style') depth--
        return undefined
      },
      Declaration: {
        custom({ name }) {
          tokens.add(name)
          return undefined
        },
      },
      Variable({ name, fallback }) {
        if (!fallback) wanted.push([name.ident, place(at)])
        return undefined
      },
    },
  })
  return found
}

/** Lightning CSS tells the two forms of `@layer` apart. */
const atName = (type: string) => type.replace(/^layer-.*/, 'layer')

/**
 * Whether all that a selector selects is inside of an element of the edition: one of its compounds has an own class, and so
 * what comes after it is below or beside that element. In a nested rule `&` is what the rules around it select.
 */
function isOwn(selector: Selector, prefix: string, isNested: boolean): boolean {
  return selector.some((component) => {
    if (component.type === 'class') return component.name.startsWith(prefix)
    if (component.type === 'nesting') return isNested
    if (component.type !== 'pseudo-class' || (component.kind !== 'is' && component.kind !== 'where')) return false
    return component.selectors.length > 0 && component.selectors.every((inner) => isOwn(inner, prefix, isNested))
  })
}

/** Whether it selects what stands in the edition's look: its colours are custom properties there. */
const isOfLook = ([component, ...others]: Selector, prefix: string): boolean =>
  others.length === 0 &&
  component?.type === 'attribute' &&
  (component.name === 'data-floor' || component.name === 'data-look') &&
  component.operation?.operator === 'equal' &&
  component.operation.caseSensitivity !== 'ascii-case-insensitive' &&
  `${component.operation.value}-` === prefix

/** The source of a place in a sheet: `src/Main.module.css:12`. */
function placeIn(path: string, map?: Buffer): (location: Location) => string {
  const sources = map && new SourceMap(JSON.parse(map.toString()))
  return ({ line, column }) => {
    const entry = sources?.findEntry(line, column - 1)
    if (!entry || !('originalSource' in entry)) return `${path}:${line + 1}:${column}`
    return `${entry.originalSource.replace(/^webpack:\/\/[^/]*\/(\.\/)?/, '')}:${entry.originalLine + 1}`
  }
}
