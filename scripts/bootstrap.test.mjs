import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'

/** The specifiers that a script and all that it imports name, but for files beside them. */
async function importedBy(file, seen = new Set()) {
  if (seen.has(file)) return []
  seen.add(file)
  const text = await readFile(file, 'utf8')
  const named = [...text.matchAll(/^(?:import|export)\b[^'"]*?\bfrom '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, alone]) => from ?? alone,
  )
  const [beside, others] = [true, false].map((is) => named.filter((name) => name.startsWith('.') === is))
  const deeper = await Promise.all(beside.map((name) => importedBy(join(dirname(file), name), seen)))
  return [...others, ...deeper.flat()]
}

it.each(['start', 'test', 'dev', 'bench', 'conformance', 'soak', 'build', 'new-edition', 'pack'])(
  'npm run %s needs no package before it has installed them',
  async (name) => {
    const imported = await importedBy(join(root, 'scripts', `${name}.mjs`))
    expect(imported.length).toBeGreaterThan(5)
    expect(imported.filter((specifier) => !specifier.startsWith('node:'))).toEqual([])
  },
)
