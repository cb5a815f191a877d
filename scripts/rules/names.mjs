import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Where nothing knows an edition by its name. Not the development chain, which is the game's own data, nor what tests and measures the whole. */
const ROOMS = ['gateway', 'plugins', 'packages', 'scripts', 'apps', 'Caddyfile', 'Caddyfile.dev']

/** What is built or belongs to others, and tests with their samples. */
const SKIPPED = /^(node_modules|dist.*|\..*|test|testdata|testing|releasetest|.*_test\.go|.*\.test\.\w+)$/

/** The editions that the settings name, in their order. */
export const editionsOf = (caddyfile) => [...caddyfile.matchAll(/^\s*edition (\S+)/gm)].map(([, name]) => name)

/**
 * Finds the editions' names outside of the settings, their own apps and looks, and tests: everywhere else an edition is data
 * (docs/edition-contract.md, "Editions and looks").
 * @returns `{files, violations}`, each violation one line of text
 */
export async function checkNames(folder) {
  const editions = editionsOf(await readFile(join(folder, 'Caddyfile.common'), 'utf8'))
  // As words, alone or of a longer name in capitals or camel case, and not inside of another word.
  const forms = editions.map((name) => {
    const [capital, upper] = [name[0].toUpperCase() + name.slice(1), name.toUpperCase()]
    return `(?<![A-Za-z])${name}(?![a-z])|${capital}(?![a-z])|(?<![A-Z])${upper}(?![A-Z])`
  })
  const named = new RegExp(forms.join('|'))
  const own = editions.flatMap((name) => [`apps/${name}`, `packages/look-${name}`])
  const violations = []
  let files = 0
  const look = async (path) => {
    if (SKIPPED.test(basename(path)) || own.includes(path)) return
    const content = await readFile(join(folder, path), 'utf8').catch(({ code }) => code)
    if (content === 'ENOENT') return
    if (content === 'EISDIR') {
      await Promise.all((await readdir(join(folder, path))).map((name) => look(`${path}/${name}`)))
      return
    }
    files++
    // What is no text has no names.
    const lines = content.includes('\0') ? [] : content.split('\n')
    for (const [at, line] of [path, ...lines].entries()) {
      const [name] = named.exec(line) ?? []
      if (name) violations.push(`an-edition-is-data: ${at > 0 ? `${path}:${at}` : path} says ${name}`)
    }
  }
  if (editions.length > 0) await Promise.all(ROOMS.map(look))
  return { files, violations: violations.sort() }
}
