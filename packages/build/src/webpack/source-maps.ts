import { readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { App } from '../config.ts'

/** What stands for the modules that webpack and module federation generate. */
const GENERATED = 'webpack'

/** A file of those, which has a hash of the folder's path in its name. */
const GENERATED_FILE = /[\\/]\.federation[\\/]/

/**
 * Names a module's source in maps: `apps/<edition>/src/...` for the app's own files, else its package and its place in that,
 * such as `@fieldhouse/design/src/card/Foil.tsx`. The same wherever the build runs: the name of a release is made of it.
 */
export function sourceNames({ edition, folder }: App): (module: { absoluteResourcePath: string }) => string {
  const own = realpathSync(folder)
  const packages = new Map<string, { name: string; folder: string } | undefined>([
    [own, { name: `apps/${edition}`, folder: own }],
  ])
  const packageOf = (directory: string): { name: string; folder: string } | undefined => {
    if (!packages.has(directory)) packages.set(directory, readPackage(directory) ?? packageOf(dirname(directory)))
    return packages.get(directory)
  }
  packages.set('/', undefined)
  return ({ absoluteResourcePath }) => {
    const path = absoluteResourcePath.replace(/\?.*$/, '')
    const isFile = isAbsolute(path) && !path.includes('|') && !GENERATED_FILE.test(path)
    const found = isFile ? packageOf(dirname(path)) : undefined
    return found ? [found.name, ...relative(found.folder, path).split(sep)].join('/') : GENERATED
  }
}

function readPackage(folder: string): { name: string; folder: string } | undefined {
  try {
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string }
    return name === undefined ? undefined : { name, folder }
  } catch {
    return undefined
  }
}

/**
 * A script's map as it is shipped: places alone. It goes without the sources' text, which the gateway has no use for, and
 * without the script's name, which is not known yet when webpack writes it. Webpack tells sources of one name apart by stars,
 * in an order that follows the folder.
 */
export function shippedMap(content: Buffer): Buffer {
  const { version, sources, names, mappings } = JSON.parse(content.toString()) as Record<string, unknown>
  const named = (sources as string[]).map((source) => source.replace(/\*+$/, ''))
  return Buffer.from(JSON.stringify({ version, sources: named, names, mappings }))
}
