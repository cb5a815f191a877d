import webpack, { type Compiler, type Module } from 'webpack'
import { contentHash } from '../release/name.ts'

/**
 * Makes the content hash in a file's name the one that the gateway computes: of its final bytes alone. A script and its
 * source map have one hash, and webpack would make it over both.
 */
export class ContentNames {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(ContentNames.name, (compilation) => {
      webpack.optimize.RealContentHashPlugin.getCompilationHooks(compilation).updateHash.tap(
        ContentNames.name,
        (contents) => {
          const files = contents.filter((content) => !isSourceMap(content))
          // Of several the hash is webpack's; `makeRelease` refuses the file then.
          return files.length === 1 ? contentHash(files[0] as Buffer) : undefined
        },
      )
    })
  }
}

const isSourceMap = (content: Buffer): boolean => content.subarray(0, 12).toString() === '{"version":3'

/**
 * Leaves the names of an app's scripts to the container's entry. Webpack also writes the name of a chunk where it is
 * imported: then each script that leads to a changed one is another file, and a returning visitor loads them all.
 */
export class NamesInEntry {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NamesInEntry.name, ({ runtimeTemplate }) => {
      runtimeTemplate.analyzableChunkImport = () => null
    })
  }
}

/** Modules that module federation generates, by what their identifiers look like. */
const GENERATED: [id: string, identifier: RegExp][] = [
  ['container', /^container entry /],
  ['federation', /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js(\||$)/],
]

/**
 * Gives the container's generated modules fixed ids. Module federation names them by a hash over absolute paths, and
 * webpack derives ids from names: without this the same sources would give another release in another folder.
 */
export class StableIds {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(StableIds.name, (compilation) => {
      compilation.hooks.beforeModuleIds.tap(StableIds.name, (modules) => {
        for (const module of modules as Iterable<Module>) {
          const identifier = module.identifier()
          const generated = GENERATED.find(([, pattern]) => pattern.test(identifier))
          if (generated) compilation.chunkGraph.setModuleId(module, generated[0])
        }
      })
    })
  }
}

type ScriptParser = InstanceType<typeof webpack.javascript.JavascriptParser>

/**
 * Fails the build of a remote that imports what the host does not provide: it would be undefined in the browser, and
 * only there, because the prerender uses the whole library.
 */
export class RefuseUnshared {
  readonly #shared: Record<string, readonly string[]>

  /** @param shared the names that can be imported, by library; other libraries are not looked at */
  constructor(shared: Record<string, readonly string[]>) {
    this.#shared = shared
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(RefuseUnshared.name, (_, { normalModuleFactory }) => {
      for (const type of ['javascript/auto', 'javascript/esm']) {
        normalModuleFactory.hooks.parser.for(type).tap(RefuseUnshared.name, (parser) => {
          const { hooks } = parser as ScriptParser
          hooks.importSpecifier.tap(RefuseUnshared.name, (_statement, source, name: string | null) => {
            const names = this.#shared[String(source)]
            if (!names || (name !== null && names.includes(name))) return
            throw new Error(
              `importing ${name ?? 'everything'} from ${source}: the host shares only ${names.join(', ')} of it; add the name in apps/host/src/shared.ts and packages/build/src/shared-libraries.ts`,
            )
          })
        })
      }
    })
  }
}
