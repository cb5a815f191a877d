import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assemble, configurations } from '../../packages/build/src/build.ts'
import { readApp } from '../../packages/build/src/config.ts'
import { firstPageScripts } from '../../packages/build/src/release/budget.ts'
import { compile } from '../../packages/build/src/webpack/run.ts'
import { editions, root, state } from '../../scripts/lib/paths.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'
import { kilobytes } from '../report/figures.mjs'

/** What a returning visitor may download beside the page after a release that changed one text, bytes with brotli. */
const MOST_RETURNING = 8000

/** Texts of each kind: of a page of markup, and of what is operated: an island's, or header and footer. The first that there is. */
const TEXTS = [['src/pages/home/texts.ts', 'src/pages/faq/texts.ts'], ['src/texts.ts']]

/** What a browser that has one release still has to fetch for a first page of the next, in which one text is another. */
export async function measureReturning(report) {
  process.env.NODE_ENV = 'production'
  report.section(
    'A visitor who returns after a release that changed one text (brotli)',
    'what a first page loads beside itself at an address that the release before did not have; its style sheets stand in the page',
  )
  for (const edition of editions) {
    for (const names of TEXTS) {
      const text = names.find((name) => existsSync(join(root, 'apps', edition, name)))
      // The host has no text of a page.
      if (!text) continue
      const { before, after } = await withOtherText(edition, text)
      const { manifest, sizes } = after
      const had = new Set(before.manifest.files.map(({ path }) => path))
      const fresh = manifest.files.map(({ path }) => path).filter((path) => !had.has(path) && !path.endsWith('.html'))
      const loaded = [...firstPageScripts({ manifest }), ...manifest.fonts].filter((path) => fresh.includes(path))
      const bytes = loaded.reduce((total, path) => total + sizes.get(path).br, 0)
      report.figure(`${edition}, ${text}`, kilobytes(bytes), {
        beside: `of ${manifest.files.length} files anew: ${fresh.map((path) => path.split('.')[0]).join(', ')}`,
        target: `at most ${kilobytes(MOST_RETURNING)}`,
        kept: bytes <= MOST_RETURNING,
      })
    }
  }
}

/**
 * The releases of an app before and after one text became another, built in one copy from which the repository's packages
 * resolve: class names follow where those lie.
 */
async function withOtherText(edition, text) {
  const folder = join(state, 'bench', 'returning', edition)
  await rm(folder, { recursive: true, force: true })
  await cp(join(root, 'apps', edition), folder, {
    recursive: true,
    filter: (path) => !/[/\\](dist|dist-maps|dist-development|node_modules|\.turbo)$/.test(path),
  })
  const app = await readApp(folder)
  const built = async () => assemble(app, 'production', await compile(configurations(app, 'production')), 'best')
  const before = await built()
  const file = join(folder, text)
  const source = await readFile(file, 'utf8')
  const changed = source.replace(/: '([^'\\{}@]{12,})'/, ": '$1 Again.'")
  if (changed === source) throw new Problem(`${file} has no text to change: name another file in bench/returning.`)
  await writeFile(file, changed)
  return { before, after: await built() }
}
