import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

/** What starts a goroutine, or something that does, in a Go file. */
const STARTS =
  /^\s*go (func|[\w.]+\()|\bAfterFunc\(|\.Go\([^)]|\.Parallel\(\)|\bsynctest\.|\bhttptest\.New\w*Server\(|\bhttp\.(Client|Transport|Server|DefaultClient|Get|Post)\b|\bexec\.Command|"golang\.org\/x\/sync\/|"github\.com\/caddyserver\/caddy\/v2/m

/** A file that the race detector's build leaves out, because it takes too long there; the soak has it in unless it runs on one goroutine. */
const ALONE = /^\/\/go:build !race( \|\| soak)?$/m

/** A test, an example or a target whose seeds are a test. */
const TEST = /^func ((?:Test|Fuzz|Example)\w*)\(/gm

/**
 * Which packages need the race detector, which makes tests up to ten times slower: those in whose tests a goroutine starts, be
 * it in a package of ours that they use. Where none does there is nothing to detect.
 * @param listed what `go list -test -json=ImportPath,Dir,GoFiles,Imports` printed, without the race detector
 * @returns the packages to test `plain` and those to test `raced`; of these `alone` has the ones that the detector's build leaves
 * files out of, and the `tests` in such files
 */
export async function byGoroutines(listed, read = (path) => readFile(path, 'utf8')) {
  const packages = new Map(objects(listed).map((one) => [one.ImportPath, one]))
  const sources = new Map()
  const sourcesOf = (name) => {
    const { Dir, GoFiles = [] } = packages.get(name)
    if (!sources.has(name))
      sources.set(name, Promise.all(GoFiles.map((file) => read(isAbsolute(file) ? file : join(Dir, file)))))
    return sources.get(name)
  }
  const plain = []
  const raced = []
  const alone = { packages: [], tests: [] }
  for (const name of packages.keys()) {
    // `p [p.test]` is p built for its tests; what is generated to run these is `p.test`.
    if (/[ .]/.test(name.replace(/^.*\//, '')) || name.endsWith('_test')) continue
    const tested = [...packages.keys()].filter((other) => other.endsWith(` [${name}.test]`))
    const used = closure(tested.length > 0 ? tested : [name], packages)
    const texts = (await Promise.all(used.map(sourcesOf))).flat()
    const races = texts.some((text) => STARTS.test(text))
    ;(races ? raced : plain).push(name)
    const left = races ? (await Promise.all(tested.map(sourcesOf))).flat().filter((text) => ALONE.test(text)) : []
    if (left.length > 0) alone.packages.push(name)
    alone.tests.push(...left.flatMap((text) => [...text.matchAll(TEST)].map(([, test]) => test)))
  }
  return { plain, raced, alone }
}

/** The packages that are listed and that these import, themselves among them. */
function closure(names, packages) {
  const found = new Set()
  const next = [...names]
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (found.has(name) || !packages.has(name)) continue
    found.add(name)
    next.push(...(packages.get(name).Imports ?? []))
  }
  return [...found]
}

/** JSON values that stand one after another, each of several lines. */
const objects = (text) => JSON.parse(`[${text.trim().replaceAll(/^\}\n\{/gm, '},\n{')}]`)
