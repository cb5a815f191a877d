import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { environment, run } from '../lib/child.mjs'
import { root, tools } from '../lib/paths.mjs'
import { Problem } from '../lib/problem.mjs'

/** The folders below `packages`: what is packed. What a package that moved has left behind is none. */
export const packageFolders = async () =>
  (await readdir(join(root, 'packages')))
    .filter((name) => existsSync(join(root, 'packages', name, 'package.json')))
    .sort()

const SOURCE = /\.tsx?$/

/** Types that are written by hand are an entry of their own, with a condition. */
const isSource = (entry) => typeof entry === 'string' && SOURCE.test(entry)

/** An entry of a package, which is a source in the workspace and a script in the pack: its types stand beside it. */
const compiled = (path) => (isSource(path) ? path.replace(SOURCE, '.js') : path)

/** Sources that the compiler leaves alone: style sheets, pictures, loaders, types. What tests are made of is not packed. */
const isCopied = (path) =>
  (/\.d\.ts$/.test(path) || !/\.(tsx?|mjs)$/.test(path)) && !/(^|\/)(testing|testdata)\//.test(path)

/**
 * Writes every package into a folder of its name as it is packed: scripts and types in place of the sources, complete
 * specifiers, a `package.json` whose entries are the scripts. The workspace itself goes on reading sources.
 *
 * @param {string} output an empty folder
 * @throws {Problem} with what the compiler says
 */
export async function stage(output) {
  const folders = await packageFolders()
  const manifests = new Map()
  for (const folder of folders) {
    manifests.set(folder, JSON.parse(await readFile(join(root, 'packages', folder, 'package.json'), 'utf8')))
  }
  const versions = new Map([...manifests.values()].map(({ name, version }) => [name, version]))
  await compile(output, manifests)
  for (const [folder, manifest] of manifests) {
    const source = join(root, 'packages', folder)
    const target = join(output, folder)
    for (const path of await filesOf(join(source, 'src'))) {
      if (isCopied(path)) await cp(join(source, 'src', path), join(target, 'src', path))
    }
    for (const path of Object.values(manifest.exports).filter((entry) => /^\.\/[^/]+$/.test(entry))) {
      await cp(join(source, path), join(target, path))
    }
    const files = new Set(await filesOf(target))
    for (const path of files) {
      if (/\.(js|mjs|d\.ts|d\.mts)$/.test(path)) await completeSpecifiers(target, path, files)
    }
    const packed = packedManifest(manifest, versions)
    await writeFile(join(target, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
  }
}

/** All packages in one run; of a package what its entries reach, and nothing else. */
async function compile(output, manifests) {
  const sources = [...manifests].flatMap(([folder, { name, exports }]) =>
    Object.entries(exports)
      .filter(([, path]) => isSource(path))
      .map(([entry, path]) => [name + entry.slice(1), join(root, 'packages', folder, path)]),
  )
  const commands = [...manifests].flatMap(([folder, { bin = {} }]) =>
    Object.values(bin).map((path) => join(root, 'packages', folder, path)),
  )
  const files = [...sources.map(([, path]) => path), ...commands]
  const options = {
    noEmit: false,
    declaration: true,
    allowJs: true,
    rewriteRelativeImportExtensions: true,
    rootDir: join(root, 'packages'),
    outDir: output,
    // By their links in node_modules they would be other people's packages, of which the compiler writes nothing.
    paths: Object.fromEntries(sources.map(([name, path]) => [name, [path]])),
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
  }
  await mkdir(output, { recursive: true })
  const project = join(output, 'tsconfig.json')
  const base = join(root, 'packages', 'build', 'tsconfig.base.json')
  await writeFile(project, JSON.stringify({ extends: base, compilerOptions: options, files }))
  const { code, output: said } = await run(join(tools, 'tsc'), ['--project', project, '--pretty', 'false'], {
    env: environment(),
  })
  if (code !== 0) throw new Problem('The packages do not compile; what the compiler printed stands above.', said)
}

/** The range by which packages below 1.0.0 name each other in the workspace, where there is one version of each. */
const ANY_EARLY = '^0'

/** What is of use outside of the workspace: there a pack names those that it was packed with. */
function packedManifest({ private: _, scripts, devDependencies, exports, sideEffects, ...manifest }, versions) {
  const effects = Array.isArray(sideEffects) ? sideEffects.map(compiled) : sideEffects
  return {
    ...manifest,
    exports: Object.fromEntries(Object.entries(exports).map(([name, path]) => [name, compiled(path)])),
    ...(manifest.dependencies && {
      dependencies: Object.fromEntries(
        Object.entries(manifest.dependencies).map(([name, range]) => [
          name,
          (range === ANY_EARLY && versions.get(name)) || range,
        ]),
      ),
    }),
    ...(effects === undefined ? {} : { sideEffects: effects }),
  }
}

/** Relative specifiers, of imports and of types. */
const SPECIFIER = /(\b(?:from|import)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?)(['"])(\.[^'"]*)\2/g

/** A reference to types beside: the compiler lets it point into the workspace. */
const REFERENCE = /(<reference path=")[^"]*\/([^"/]+")/g

/** Gives each relative specifier its whole file name: Node and bundlers read what is packed as ES modules. */
async function completeSpecifiers(folder, path, packed) {
  const file = join(folder, path)
  const text = await readFile(file, 'utf8')
  const ending = /\.d\.m?ts$/.test(path) ? '.d.ts' : '.js'
  const completed = text.replace(SPECIFIER, (_, before, quote, specifier) => {
    const name = specifier.replace(SOURCE, '')
    const whole = [name, `${name}/index`].find((candidate) =>
      packed.has(posix.join(posix.dirname(path), candidate) + ending),
    )
    return `${before}${quote}${whole ? `${whole}.js` : specifier}${quote}`
  })
  const beside = completed.replace(REFERENCE, '$1./$2')
  if (beside !== text) await writeFile(file, beside)
}

/** The files below a folder, with `/`. */
async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
