import { type Declarations, declarationsFor, type Element, type Rules } from './rules.ts'

/**
 * A drawing by itself: what style sheets say of its classes stands in its elements, in the colours of the floor that each is
 * on, by night. `text-transform` is done.
 *
 * @throws Error naming a colour that no style sheet has
 */
export function painted(svg: string, rules: Rules): string {
  interface Inside extends Element {
    variables: Declarations
    upper: boolean
  }
  const around: Inside[] = [{ classes: [], attributes: '', variables: new Map(rules.floors.get('')), upper: false }]
  const inner = () => around.at(-1) as Inside
  const valueIn = (variables: Declarations, value: string): string =>
    value
      .replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => {
        const found = variables.get(name)
        if (found === undefined) throw new Error(`drawing a picture: no style sheet has ${name}`)
        return valueIn(variables, found)
      })
      .replaceAll(/light-dark\([^,()]+,\s*([^()]+)\)/g, '$1')
      .replaceAll(/color-mix\(in srgb,\s*#(\w{6}) (\d+)%,\s*#(\w{6})\)/g, (_, one, share, other) =>
        mixed(one, share, other),
      )
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
      const classes: string[] = / class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []
      for (const [property, value] of declarationsFor({ classes, attributes }, around, rules)) {
        if (property.startsWith('--')) own.set(property, value)
        else style.set(property, value)
      }
      const isUpper = style.get('text-transform') === 'uppercase' || upper
      style.delete('text-transform')
      const moved = transformOf(style)
      const written = [...style].map(([property, value]) => `${property}:${valueIn(own, value)}`).join(';')
      const rest = valueIn(own, attributes.replaceAll(/ (?:class|data-[a-z]+|aria-[a-z]+|role)="[^"]*"/g, ''))
      if (!empty) around.push({ classes, attributes, variables: own, upper: isUpper })
      return `<${element}${written && ` style="${written.replaceAll('"', "'")}"`}${moved}${rest}${empty}>`
    },
  )
}

/** Takes a style's transform, in px and deg, as the attribute that SVG has for it (CSS Transforms 1, section 8). */
function transformOf(style: Declarations): string {
  const [transform, origin = '0 0'] = [style.get('transform'), style.get('transform-origin')]
  style.delete('transform')
  style.delete('transform-origin')
  if (!transform) return ''
  const withoutUnits = (value: string) => value.replaceAll(/(?<=\d)(?:px|deg)\b/g, '')
  const [x, y] = withoutUnits(origin).split(' ').map(Number)
  return ` transform="translate(${x} ${y}) ${withoutUnits(transform)} translate(${-(x ?? 0)} ${-(y ?? 0)})"`
}

/** So many hundredths of a colour in another (CSS Color 5, section 3), six hexadecimal digits each. */
function mixed(one: string, share: string, other: string): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const channels = [0, 2, 4].map((at) =>
    Math.round((part(one, at) * Number(share) + part(other, at) * (100 - Number(share))) / 100),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
