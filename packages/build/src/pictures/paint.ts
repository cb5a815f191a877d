/** What of a style sheet a drawing needs. */
const PAINTED =
  /^(--[\w-]+|fill|fill-opacity|stroke|stroke-(?:width|opacity|dasharray|linecap)|font-(?:family|size|weight)|letter-spacing|text-transform)$/

type Declarations = Map<string, string>

/** The rules of style sheets that are of one class, or of a floor: its colours. */
interface Rules {
  classes: Map<string, Declarations>
  /** By their names; what every floor starts from by the empty one. */
  floors: Map<string, Declarations>
}

/** @param sheets in their order: what a later one says holds */
export function rulesOf(sheets: string[]): Rules {
  const rules: Rules = { classes: new Map(), floors: new Map() }
  for (const sheet of sheets) {
    const plain = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    // Blocks that hold others, such as media queries, say nothing of a picture.
    for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g)) {
      if (selectors.includes('@') || body.includes('{')) continue
      for (const selector of selectors.split(',').map((written) => written.trim())) {
        const [, name] = /^\.([\w-]+)$/.exec(selector) ?? []
        const [isFloor, floor = ''] = /^(?::root|\[data-floor(?:="?(\w+)"?)?\])$/.exec(selector) ?? []
        const [known, key] = name ? [rules.classes, name] : isFloor ? [rules.floors, floor] : []
        if (known && key !== undefined) known.set(key, new Map([...(known.get(key) ?? []), ...declarationsOf(body)]))
      }
    }
  }
  return rules
}

function declarationsOf(body: string): Declarations {
  const found: Declarations = new Map()
  for (const declaration of body.split(';')) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([\s\S]*?)\s*$/.exec(declaration) ?? []
    if (PAINTED.test(name)) found.set(name, value)
  }
  return found
}

/**
 * A drawing by itself: what style sheets say of its classes stands in its elements, in the colours of the floor that each is
 * on, by night. `text-transform` is done.
 *
 * @throws Error naming a colour that no style sheet has
 */
export function painted(svg: string, rules: Rules): string {
  interface Inside {
    variables: Declarations
    upper: boolean
  }
  const around: Inside[] = [{ variables: new Map(rules.floors.get('')), upper: false }]
  const inner = () => around.at(-1) as Inside
  const valueIn = (variables: Declarations, value: string): string =>
    value
      .replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => {
        const found = variables.get(name)
        if (found === undefined) throw new Error(`drawing a picture: no style sheet has ${name}`)
        return valueIn(variables, found)
      })
      .replaceAll(/light-dark\([^,()]+,\s*([^()]+)\)/g, '$1')
  return svg.replaceAll(
    /<(\/?)([a-zA-Z]+)([^<>]*?)(\/?)>|([^<>]+)/g,
    (whole, closing, element, attributes, empty, text) => {
      if (text !== undefined) return inner().upper ? text.toUpperCase() : text
      if (closing) {
        around.pop()
        return whole
      }
      const { variables, upper } = inner()
      const floor = / data-floor="([^"]*)"/.exec(attributes)?.[1]
      const own = new Map(
        floor === undefined
          ? variables
          : [...variables, ...(rules.floors.get('') ?? []), ...(rules.floors.get(floor) ?? [])],
      )
      const style: Declarations = new Map()
      for (const name of / class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []) {
        for (const [property, value] of rules.classes.get(name) ?? []) {
          if (property.startsWith('--')) own.set(property, value)
          else style.set(property, value)
        }
      }
      const isUpper = style.get('text-transform') === 'uppercase' || upper
      style.delete('text-transform')
      const written = [...style].map(([property, value]) => `${property}:${valueIn(own, value)}`).join(';')
      const rest = valueIn(own, attributes.replaceAll(/ (?:class|data-floor|aria-[a-z]+|role)="[^"]*"/g, ''))
      if (!empty) around.push({ variables: own, upper: isUpper })
      return `<${element}${written && ` style="${written.replaceAll('"', "'")}"`}${rest}${empty}>`
    },
  )
}
