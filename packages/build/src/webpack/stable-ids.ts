import type { Compiler, Module } from 'webpack'

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
