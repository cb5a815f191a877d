import type { MadeRelease } from './write.ts'

/** How many modules of a script are named, the heaviest first. */
const NAMED = 3

/** What generated code stands under in maps (webpack/source-maps.ts). */
const GENERATED = 'webpack'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The numbers of a segment: base 64 digits of five bits, the lowest first, of which the lowest is the sign (ECMA-426, 9.2). */
function numbersOf(segment: string): number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit)
    value += (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = shift = 0
  }
  return numbers
}

/** How many characters of a script each source has by the script's map, the heaviest first. */
export function weights(
  script: string,
  map: { sources: string[]; mappings: string },
): [source: string, weight: number][] {
  const found = new Map<string, number>()
  const lines = script.split('\n')
  let source = 0
  for (const [at, line] of map.mappings.split(';').entries()) {
    let column = 0
    const places = line.split(',').map((segment): [column: number, source: string | undefined] => {
      const [moved = 0, other] = numbersOf(segment)
      column += moved
      source += other ?? 0
      return [column, other === undefined ? undefined : map.sources[source]]
    })
    for (const [index, [from, of = GENERATED]] of places.entries()) {
      const to = places[index + 1]?.[0] ?? lines[at]?.length ?? from
      found.set(of, (found.get(of) ?? 0) + to - from)
    }
  }
  return [...found].sort(([, left], [, right]) => right - left)
}

/** What a script of a release is mostly made of, such as `@fieldhouse/sale/src/Slip.tsx (61 %)`; nothing without its map. */
export function madeOf({ files }: Pick<MadeRelease, 'files'>, script: string): string[] {
  const content = files.get(script)
  const map = [...files.keys()].find((name) => name.startsWith(`${script}.`) && name.endsWith('.map'))
  if (!content || !map) return []
  const all = weights(String(content), JSON.parse(String(files.get(map))))
  const total = all.reduce((sum, [, weight]) => sum + weight, 0)
  const named = all.filter(([source]) => source !== GENERATED).slice(0, NAMED)
  return named.map(([source, weight]) => `${source} (${Math.round((weight / total) * 100)} %)`)
}
