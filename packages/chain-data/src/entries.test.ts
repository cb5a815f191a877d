import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const source = import.meta.dirname
const { exports, sideEffects } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8'))

/** The files of an entry that end up in the script of whoever imports it: types are erased. */
const filesOf = (entry: string): Set<string> => {
  const files = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    const imports = /^(?:import|export)\s+(?!type\b)[^;'"]*?from '(\.[^']+)'/gm
    for (const [, name = ''] of readFileSync(join(source, file), 'utf8').matchAll(imports)) {
      const path = relative(source, join(source, dirname(file), name))
      visit(readExisting(path))
    }
  }
  visit(relative(source, join(source, '..', entry)))
  return files
}

const readExisting = (path: string): string => {
  for (const extension of ['.ts', '.tsx']) {
    try {
      readFileSync(join(source, path + extension))
      return path + extension
    } catch {}
  }
  throw new Error(`reading the imports: ${path} is no file`)
}

/** What every page carries, because the host shares it. */
const shared = filesOf(exports['.'])
/** What only some pages need. The host's own entry is of what it shares. */
const entries = Object.entries<string>(exports).filter(([name]) => name !== '.' && name !== './host')

it('has its entries, and nothing that runs by being imported', () => {
  expect(Object.keys(exports)).toEqual(['.', './assets', './client', './host', './polling', './purchase', './records'])
  expect(sideEffects).toBe(false)
  expect(shared.has('site-data.ts')).toBe(true)
})

it('gives what makes the page data to the host alone', async () => {
  const reachable = await import('@fieldhouse/chain-data')
  expect(Object.keys(reachable)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(store|startRefresh|applySnapshot)$/)]),
  )
  expect(Object.keys(await import('@fieldhouse/chain-data/host'))).toEqual(['applySnapshot', 'startRefresh', 'store'])
})

it.each(entries)('%s is not carried by every page', (name, entry) => {
  expect(shared.has(relative(source, join(source, '..', entry)))).toBe(false)
  const folder = name.slice(2)
  const leaked = [...shared].filter((file) => file.startsWith(`${folder}/`))
  expect(leaked).toEqual([])
})

it.each(entries)('%s takes all that has a state from the shared entry: a copy would be a second store', (_, entry) => {
  const states = ['site-data.ts', 'hooks.ts', 'index.ts', 'request.ts', 'cache.ts']
  expect([...filesOf(entry)].filter((file) => states.includes(file) || file.startsWith('store/'))).toEqual([])
})
