import type { Compiler } from 'webpack'

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
