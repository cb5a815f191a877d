import { decode } from '@jridgewell/sourcemap-codec'
import type { MadeRelease } from './write.ts'

/** How many modules of a script are named, the heaviest first. */
const NAMED = 3

/** What generated code stands under in maps (webpack/source-maps.ts). */
const GENERATED = 'webpack'

/** How many characters of a script each source has by the script's map, the heaviest first. */
export function weights(
  script: string,
  map: { sources: string[]; mappings: string },
): [source: string, weight: number][] {
  const found = new Map<string, number>()
  const lines = script.split('\n')
  for (const [at, segments] of decode(map.mappings).entries()) {
    for (const [index, [from, source]] of segments.entries()) {
      const name = source === undefined ? GENERATED : (map.sources[source] ?? GENERATED)
      const to = segments[index + 1]?.[0] ?? lines[at]?.length ?? from
      found.set(name, (found.get(name) ?? 0) + to - from)
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
