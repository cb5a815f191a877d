// @ts-check
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'

/** How the imports of sources are found; with those of types, which tie two packages together as well. */
export const CRUISE_OPTIONS = {
  parser: /** @type {const} */ ('swc'),
  tsPreCompilationDeps: true,
  exclude: { path: '(^|/)(dist|dist-[^/]+|testdata)/' },
  doNotFollow: { path: 'node_modules' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'types'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
  },
}

/**
 * The import rules of an app (docs/architecture.md, "Who may know whom"): a file outside of its folder is imported from a
 * package that the app's `package.json` names, by what that package exports, and never from another app.
 *
 * @param {readonly Pick<import('dependency-cruiser').IModule, 'source' | 'dependencies'>[]} modules of a cruise
 * @param {string} folder the app's, as the cruise writes it, with a slash at its end; empty for a cruise of the app alone
 * @param {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} manifest its `package.json`
 * @returns {string[]} one line of text for each violation
 */
export function appViolations(modules, folder, manifest) {
  const named = { ...manifest.devDependencies, ...manifest.dependencies }
  const isOwn = (/** @type {string} */ path) => (folder ? path.startsWith(folder) : !/^(\.\.)?\//.test(path))
  /** @type {string[]} */
  const found = []
  for (const { source, dependencies } of modules.filter((module) => isOwn(module.source))) {
    for (const { module, resolved, coreModule, couldNotResolve } of dependencies) {
      const name = module.split('/', module.startsWith('@') ? 2 : 1).join('/')
      const forbid = (/** @type {string} */ rule) => found.push(`${rule}: ${source} imports ${module}`)
      if (/^[./]/.test(module)) {
        if (isOwn(resolved)) continue
        forbid(/(^|\/)packages\//.test(resolved) ? 'apps-reach-packages-by-name' : 'apps-never-import-each-other')
      } else if (name.startsWith('@fieldhouse/app-')) forbid('apps-never-import-each-other')
      else if (name.startsWith('@fieldhouse/') && couldNotResolve) forbid('apps-import-what-packages-export')
      else if (!coreModule && !(name in named) && !source.includes('.test.')) forbid('apps-name-what-they-import')
    }
  }
  return [...new Set(found)].sort()
}

/**
 * Checks the imports of the app in a folder.
 *
 * @param {string} folder absolute
 */
export async function checkImports(folder) {
  // What packages import is not this app's: reading them all took longer than its own files.
  const options = { ...CRUISE_OPTIONS, baseDir: folder, doNotFollow: { path: '^\\.\\./|node_modules' } }
  const { output } = await cruise(['src'], options)
  if (typeof output === 'string') throw new Error(`reading the imports of ${folder}: ${output}`)
  return appViolations(output.modules, '', JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
}
