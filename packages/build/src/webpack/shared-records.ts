import type { ProvidedLibrary, SharedLibrary } from '@fieldhouse/contract'
import webpack, { type Compilation, type Compiler, type Module, type Stats } from 'webpack'
import { BUNDLER_RUNTIME } from '../shared-libraries.ts'

/** The module of module federation that stands for a shared library which a container asks its host for. */
type ConsumeSharedModule = Module & { options: { shareKey: string; requiredVersion?: unknown } }

const isConsumed = (module: Module): module is ConsumeSharedModule => module.type === 'consume-shared-module'

/**
 * What a container asks the host for, sorted by name: the runtime, and by what its compilation recorded for the runtime, so that a library
 * which nothing imports is not asked for.
 *
 * @param shared the versions that the app was built with
 * @throws Error when the container asks for what is not among them
 */
export function consumedLibraries({ compilation }: Stats, shared: readonly SharedLibrary[]): SharedLibrary[] {
  const consumed = new Map(
    shared.filter(({ name }) => name === BUNDLER_RUNTIME).map((library) => [library.name, library]),
  )
  for (const module of compilation.modules) {
    if (!isConsumed(module) || compilation.chunkGraph.getNumberOfModuleChunks(module) === 0) continue
    const { shareKey: name, requiredVersion: range } = module.options
    const library = shared.find((candidate) => candidate.name === name)
    if (!library || typeof range !== 'string') {
      throw new Error(`reading what ${compilation.name} asks the host for: it has no version of ${name}`)
    }
    consumed.set(name, { name, version: library.version, range })
  }
  return [...consumed.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
}

const provided = new WeakMap<Compilation, ProvidedLibrary[]>()

/** What a host that was compiled with {@link RecordProvided} provides. */
export const providedLibraries = ({ compilation }: Stats): ProvidedLibrary[] => provided.get(compilation) ?? []

/** The module of `apps/host` that hands the shared libraries to the runtime, without its extension. */
const SHARING_MODULE = /[\\/]shared\.(ts|js)$/

/**
 * Records what the host really provides: what its sharing module imports, with the versions of the packages that were found
 * for it. Fails the build when that is not what remotes are built to ask for.
 */
export class RecordProvided {
  readonly #expected: readonly SharedLibrary[]

  constructor(expected: readonly SharedLibrary[]) {
    this.#expected = expected
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(RecordProvided.name, (compilation) => {
      // Before modules are joined: then the imports of each are gone.
      compilation.hooks.finishModules.tap(RecordProvided.name, (modules) => {
        const found = new Map<string, string>()
        for (const module of modules) {
          if (!(module instanceof webpack.NormalModule) || !SHARING_MODULE.test(module.resource)) continue
          for (const { dependency, module: imported } of compilation.moduleGraph.getOutgoingConnections(module)) {
            const name = (dependency as { request?: string } | null)?.request
            const version =
              imported instanceof webpack.NormalModule && imported.resourceResolveData?.descriptionFileData?.version
            if (name && version) found.set(name, String(version))
          }
        }
        for (const { name, version } of this.#expected) {
          if (found.get(name) !== version) {
            throw new Error(
              `the host provides ${found.get(name) ?? 'no'} ${name}, and remotes are built with ${version}: see apps/host/src/shared.ts`,
            )
          }
        }
        provided.set(
          compilation,
          this.#expected.map(({ name, version }) => ({ name, version })),
        )
      })
    })
  }
}
