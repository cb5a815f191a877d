import type { Language } from '@fieldhouse/contract'
import { type ChildNode, type Container, parse } from 'postcss'

/** Where the items of a list come into markup (docs/edition-contract.md, "Lists the gateway knows"). */
const LISTS = /@list\/([\w.]+)@| data-slot="([\w.]+)"/g

/**
 * The rules of a release's style sheet that a page's markup uses, in their order: what its first paint needs. A rule is left
 * out only where it names a class of the edition that the markup has not; all others may hold.
 *
 * @param markup the page's fragments and, by the name of their list, the partials that may come into them
 */
export function sheetOfPage(
  sheet: string,
  edition: string,
  markup: Record<Language, string>,
  partials: Record<string, Record<string, Record<Language, string>>>,
): string {
  const classes = new Set<string>()
  const lists = new Set<string>()
  const read = (text: string) => {
    for (const [, names] of text.matchAll(/ class="([^"]*)"/g)) {
      for (const name of names?.split(/\s+/) ?? []) classes.add(name)
    }
    for (const [, list = '', slot = ''] of text.matchAll(LISTS)) lists.add(list || slot)
  }
  for (const text of Object.values(markup)) read(text)
  // What an item holds is read as well: a set goes on with what is added meanwhile.
  for (const list of lists) {
    for (const item of Object.values(partials[list] ?? {})) for (const text of Object.values(item)) read(text)
  }
  const own = new RegExp(String.raw`\.(${edition}-[\w-]+)`, 'g')
  const isUsed = (selector: string) => [...plain(selector).matchAll(own)].every(([, name]) => classes.has(name ?? ''))

  const root = parse(sheet)
  root.walkRules((rule) => {
    // Steps of an animation are no selectors.
    if (isKeyframes(rule.parent)) return
    const used = rule.selectors.filter(isUsed)
    if (used.length === 0) rule.remove()
    else if (used.length < rule.selectors.length) rule.selectors = used
  })
  const said = new Set<string>()
  root.walkDecls(({ value }) => {
    for (const [word] of value.matchAll(/[\w-]+/g)) said.add(word)
  })
  root.walkAtRules((rule) => {
    if (isKeyframes(rule) && !said.has(rule.params)) rule.remove()
  })
  root.walkAtRules((rule) => removeEmpty(rule))
  return root.toString()
}

/** A sheet without what stands in another one, which comes before it. */
export function withoutRulesOf(sheet: string, before: string): string {
  const there = new Set(parse(before).nodes.map(String))
  const root = parse(sheet)
  for (const node of [...root.nodes]) if (there.has(String(node))) node.remove()
  return root.toString()
}

/** A selector without what stands in brackets, of which not everything need be there. */
function plain(selector: string): string {
  const outer = selector.replace(/\([^()]*\)/g, '')
  return outer === selector ? selector : plain(outer)
}

const isKeyframes = (node: unknown): boolean => /^(-\w+-)?keyframes$/.test((node as { name?: string })?.name ?? '')

/** Takes out an at-rule with nothing in it, and those around it that have nothing else. */
function removeEmpty(rule: Container<ChildNode>): void {
  if (rule.nodes?.length !== 0) return
  const { parent } = rule
  rule.remove()
  if (parent && parent.type !== 'root') removeEmpty(parent as Container<ChildNode>)
}
