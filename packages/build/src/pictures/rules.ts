import { parse, type Rule as SheetRule } from 'postcss'

/** What of a style sheet a drawing needs. */
const PAINTED =
  /^(--[\w-]+|fill|fill-opacity|stroke|stroke-(?:width|opacity|dasharray|linecap)|paint-order|transform|transform-origin|font-(?:family|size|weight)|letter-spacing|text-transform)$/

export type Declarations = Map<string, string>

/** One element of a selector: its classes, its attributes, and classes that it has not. */
interface Compound {
  classes: string[]
  attributes: string[]
  not: string[]
}

/** A rule of an element and of those around it. */
interface Rule {
  element: Compound
  /** From the outermost. */
  around: Compound[]
  /** How many classes and attributes it names: of two rules the one with more of them holds (Selectors 4, section 17). */
  specificity: number
  declarations: Declarations
}

/** The rules of style sheets that are of classes and attributes, or of a floor: its colours. */
export interface Rules {
  /** By the first class of the element, in their order. */
  classes: Map<string, Rule[]>
  /** By their names; what every floor starts from by the empty one. */
  floors: Map<string, Declarations>
}

/** @param sheets in their order: of two rules that name as much, the later holds */
export function rulesOf(sheets: string[]): Rules {
  const rules: Rules = { classes: new Map(), floors: new Map() }
  for (const sheet of sheets) {
    for (const rule of parse(sheet).nodes) {
      // Blocks that hold others, such as media queries, say nothing of a picture.
      if (rule.type !== 'rule' || rule.some(({ type }) => type === 'rule')) continue
      const declarations = declarationsOf(rule)
      for (const selector of rule.selectors) {
        const [isFloor, floor = ''] = /^(?::root|\[data-floor(?:="?(\w+)"?)?\])$/.exec(selector) ?? []
        if (isFloor) {
          rules.floors.set(floor, new Map([...(rules.floors.get(floor) ?? []), ...declarations]))
          continue
        }
        const around = selector.split(/\s+/).map(compoundOf)
        const element = around.pop()
        if (!element?.classes[0] || !around.every((compound) => compound !== undefined)) continue
        const specificity = [element, ...around].reduce(
          (sum, { classes, attributes, not }) => sum + classes.length + attributes.length + not.length,
          0,
        )
        const [name] = element.classes
        const known = rules.classes.get(name) ?? []
        known.push({ element, around, specificity, declarations })
        rules.classes.set(name, known)
      }
    }
  }
  return rules
}

/** A part of a selector; undefined for one that is of more than classes and attributes. */
function compoundOf(written: string): Compound | undefined {
  if (!/^(?:\.[\w-]+|\[data-[\w-]+=(?:"[^"]*"|\w+)\]|:not\(\.[\w-]+\))+$/.test(written)) return undefined
  const all = (pattern: RegExp) => [...written.matchAll(pattern)].map(([, name = '']) => name)
  return {
    classes: all(/(?<!\()\.([\w-]+)/g),
    attributes: [...written.matchAll(/\[([\w-]+)="?([^"\]]*)"?\]/g)].map(([, name, value]) => `${name}="${value}"`),
    not: all(/\(\.([\w-]+)/g),
  }
}

/** An element as it is written. */
export interface Element {
  classes: string[]
  attributes: string
}

/** What the rules say of an element inside of others, the outermost first: what holds comes last. */
export function* declarationsFor(element: Element, around: readonly Element[], { classes }: Rules) {
  const found = element.classes.flatMap((name) => classes.get(name) ?? [])
  for (const rule of found.sort((a, b) => a.specificity - b.specificity)) {
    if (isOne(element, rule.element) && isInside(around, rule.around)) yield* rule.declarations
  }
}

const isOne = ({ classes, attributes }: Element, of: Compound): boolean =>
  of.classes.every((name) => classes.includes(name)) &&
  of.attributes.every((attribute) => attributes.includes(` ${attribute}`)) &&
  !of.not.some((name) => classes.includes(name))

/** Whether the elements around have these among them, in their order. */
function isInside(outer: readonly Element[], around: readonly Compound[]): boolean {
  let next = 0
  for (const element of outer) {
    const wanted = around[next]
    if (wanted && isOne(element, wanted)) next++
  }
  return next === around.length
}

function declarationsOf(rule: SheetRule): Declarations {
  const found: Declarations = new Map()
  rule.each((node) => {
    if (node.type === 'decl' && PAINTED.test(node.prop)) found.set(node.prop, node.value.trim())
  })
  return found
}
