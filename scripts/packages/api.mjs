import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseSync, printSync } from '@swc/core'
import { root } from '../lib/paths.mjs'
import { packageFolders } from './stage.mjs'

/**
 * The packages that every remote takes from the host: a change of theirs is in the browser of an edition that was not built
 * with it, so their versions have to say what it is.
 */
export const SHARED = ['chain-data', 'i18n', 'wallet-login']

/**
 * The packages whose interface is in the browser, or in releases, in the version of somebody else, so that what other packages
 * of ours say in it is part of it. The contract's is in every release, as CONTRACT_VERSION and CONTRACT_MINOR: a minor version
 * brings what releases and gateways of the same major one can do without.
 */
const WHOLE = [...SHARED, 'contract']

/** The packages whose interface is that of their version: all that `npm run pack` packs, for who takes them from a registry. */
export const VERSIONED = await packageFolders()

const OWN = '@fieldhouse/'

/**
 * The public interface of a staged package (stage.mjs): each name of its entries with its declaration, and the declarations
 * that those name, whichever of our packages they are in. What no entry leads to is not in it, and neither are comments.
 *
 * @param {string} staged the folder with the staged packages
 * @param {string} folder the package's
 * @returns {Promise<{version: string, names: Map<string, string>}>} by `<entry> <name>`
 */
export async function publicInterface(staged, folder) {
  const { version, exports } = JSON.parse(await readFile(join(staged, folder, 'package.json'), 'utf8'))
  const reader = new Declarations(staged, folder)
  const names = new Map()
  for (const [entry, path] of Object.entries(exports).filter(([, target]) => String(target).endsWith('.js'))) {
    const file = join(staged, folder, path)
    for (const name of (await reader.exportedBy(file)).sort()) {
      names.set(`${entry} ${name}`, await reader.declarationOf(file, name))
    }
  }
  // Named by nobody, but part of what the names above say.
  const said = new Set(names.values())
  for (const [name, text] of [...reader.reached].sort()) if (!said.has(text)) names.set(`reached ${name}`, text)
  return { version, names }
}

/** The declarations of staged packages, read by need. */
class Declarations {
  /** Text of each declaration that is named by another one, by `<package>/<file> <name>`. */
  reached = new Map()
  #modules = new Map()
  #staged
  #folder

  constructor(staged, folder) {
    this.#staged = staged
    this.#folder = folder
  }

  /** The names that a module exports. */
  async exportedBy(file) {
    const { exported, everything } = await this.#read(file)
    const names = new Set(exported.keys())
    for (const source of everything) {
      const from = await this.#locate(file, source)
      if (from) for (const name of await this.exportedBy(from)) names.add(name)
      else names.add(`* from ${source}`)
    }
    return [...names]
  }

  /** The declaration of an exported name, as it is written where it is made. */
  async declarationOf(file, name) {
    if (name.startsWith('* from ')) return `export ${name};`
    const module = await this.#read(file)
    const { local, source } = module.exported.get(name) ?? {}
    if (source !== undefined) return this.#elsewhere(file, source, local)
    if (local !== undefined) return this.#declared(file, module, local)
    for (const wanted of module.everything) {
      const from = await this.#locate(file, wanted)
      if (from && (await this.exportedBy(from)).includes(name)) return this.declarationOf(from, name)
    }
    throw new Error(`reading the interface of ${this.#folder}: ${file} has no ${name}`)
  }

  /** A name of another module: its declaration, or where it comes from when that is no package of ours or a shared one. */
  async #elsewhere(file, source, name) {
    const from = await this.#locate(file, source)
    if (!from) return `import { ${name} } from '${source}';`
    if (name !== '*') return this.declarationOf(from, name)
    const all = []
    for (const exported of (await this.exportedBy(from)).sort()) {
      all.push(`${exported}: ${await this.declarationOf(from, exported)}`)
    }
    return all.join('\n')
  }

  async #declared(file, module, name) {
    const found = module.declared.get(name)
    if (!found) {
      const imported = module.imported.get(name)
      return imported ? this.#elsewhere(file, imported.source, imported.name) : name
    }
    for (const other of found.names) await this.#reach(file, module, other)
    for (const { source, name: wanted } of found.imports) {
      const from = await this.#locate(file, source)
      if (from) await this.#reach(from, await this.#read(from), wanted)
    }
    return found.text
  }

  async #reach(file, module, name) {
    const imported = module.imported.get(name)
    if (imported) {
      const from = await this.#locate(file, imported.source)
      if (from) {
        if (imported.name !== '*') await this.#reach(from, await this.#read(from), imported.name)
      } else
        this.reached.set(
          `${imported.source} ${imported.name}`,
          `import { ${imported.name} } from '${imported.source}';`,
        )
      return
    }
    const exported = module.exported.get(name)
    if (!module.declared.has(name) && exported?.source !== undefined) {
      const from = await this.#locate(file, exported.source)
      if (from) await this.#reach(from, await this.#read(from), exported.local)
      return
    }
    const local = module.declared.has(name) ? name : exported?.local
    if (local === undefined || !module.declared.has(local)) return
    const key = `${file.slice(this.#staged.length + 1)} ${local}`
    if (this.reached.has(key)) return
    this.reached.set(key, module.declared.get(local).text)
    await this.#declared(file, module, local)
  }

  /** The staged file of a specifier; nothing for a package that is not ours, or that has an interface of its own. */
  async #locate(file, source) {
    if (source.startsWith('.')) return join(dirname(file), source)
    if (!source.startsWith(OWN)) return undefined
    const [folder, ...entry] = source.slice(OWN.length).split('/')
    const isOther = folder !== this.#folder
    if (isOther && (SHARED.includes(folder) || !WHOLE.includes(this.#folder))) return undefined
    const { exports } = JSON.parse(await readFile(join(this.#staged, folder, 'package.json'), 'utf8'))
    return join(this.#staged, folder, exports[['.', ...entry].join('/')])
  }

  async #read(script) {
    const file = script.replace(/\.js$/, '.d.ts')
    const known = this.#modules.get(file) ?? readModule(await readFile(file, 'utf8'))
    this.#modules.set(file, known)
    return known
  }
}

/** What a module's types declare, import and export, by name. */
function readModule(text) {
  const program = parseSync(text, { syntax: 'typescript' })
  const module = { declared: new Map(), imported: new Map(), exported: new Map(), everything: [] }
  for (const item of program.body) {
    const source = item.source?.value
    if (item.type === 'ImportDeclaration') {
      for (const { type, local, imported } of item.specifiers) {
        const name =
          type === 'ImportSpecifier' ? (imported ?? local).value : type === 'ImportDefaultSpecifier' ? 'default' : '*'
        module.imported.set(local.value, { source, name })
      }
    } else if (item.type === 'ExportAllDeclaration') module.everything.push(source)
    else if (item.type === 'ExportNamedDeclaration') {
      for (const { type, orig, exported, name } of item.specifiers) {
        if (type === 'ExportNamespaceSpecifier') module.exported.set(name.value, { source, local: '*' })
        else module.exported.set((exported ?? orig).value, { source, local: orig.value })
      }
    } else declare(module, item, printSync({ ...program, body: [item] }).code.trim())
  }
  return module
}

/** Functions and interfaces can be declared more than once under one name. */
function declare(module, item, text) {
  const declaration = item.declaration ?? item
  const names = declaration.declarations?.map(({ id }) => id.value) ?? [
    (declaration.identifier ?? declaration.id)?.value,
  ]
  for (const name of names.filter(Boolean)) {
    const known = module.declared.get(name)
    const mentioned = mentions(declaration)
    module.declared.set(name, {
      text: known ? `${known.text}\n${text}` : text,
      names: new Set([...(known?.names ?? []), ...mentioned.names].filter((other) => other !== name)),
      imports: [...(known?.imports ?? []), ...mentioned.imports],
    })
    if (item.type === 'ExportDeclaration') module.exported.set(name, { local: name })
  }
}

/** Every identifier in a declaration, and every type it imports where it stands. */
function mentions(node, found = { names: new Set(), imports: [] }) {
  if (node === null || typeof node !== 'object') return found
  if (node.type === 'Identifier') found.names.add(node.value)
  if (node.type === 'TsImportType' && node.qualifier) {
    found.imports.push({ source: node.argument.value, name: node.qualifier.value ?? node.qualifier.left?.value })
  }
  for (const child of Object.values(node)) mentions(child, found)
  return found
}

/** Where a package's committed snapshot is. */
export const snapshotFile = (folder) => join(root, 'packages', folder, 'api.txt')

/** A snapshot: the version it is of, and each name with its declaration. */
export const writeSnapshot = ({ version, names }) =>
  [`// ${version}`, ...[...names].map(([name, text]) => `// ${name}\n${text}`)].join('\n\n').concat('\n')

export function readSnapshot(text) {
  const [version, ...parts] = text.trim().split(/\n\n(?=\/\/ )/)
  return {
    version: version.slice(3),
    names: new Map(parts.map((part) => [part.slice(3, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)])),
  }
}

/**
 * What a version should have been raised by, seen from the snapshot: nothing while the interface is the snapshot's. A name
 * that is gone is a major version, but of an entry beside the host's (`./purchase`), which each edition carries in the
 * version that it was built with: there it is a minor one; one that is new or says something else is one as well, or a minor one where what was
 * written for the version before still holds, which its author knows. Below 1.0.0 a minor version is what a major one is above.
 *
 * @returns {string | undefined} what to do
 */
export function versionProblem(folder, before, now) {
  const gone = [...before.names.keys()].filter((name) => !now.names.has(name))
  const other = [...now.names.keys()].filter((name) => before.names.get(name) !== now.names.get(name))
  if (gone.length + other.length === 0) return undefined
  const isShared = (name) => name.startsWith('. ') || !SHARED.includes(folder)
  const isMajor = gone.some((name) => !name.startsWith('reached ') && isShared(name))
  const [[major, minor], [majorBefore, minorBefore]] = [now, before].map(({ version }) =>
    version.split('.').map(Number),
  )
  const isEarly = major === 0 && majorBefore === 0
  if (major > majorBefore || ((!isMajor || isEarly) && major === majorBefore && minor > minorBefore)) return undefined
  return [
    `the API changed: raise the version of ${OWN}${folder} (${now.version}) in package.json, ${isEarly ? 'minor' : isMajor ? 'major' : 'major or minor'}, then renew the snapshot by npm run api`,
    ...gone.map((name) => `  gone: ${name}`),
    ...other.map((name) => `  ${before.names.has(name) ? 'other' : 'new'}: ${name}`),
  ].join('\n')
}
