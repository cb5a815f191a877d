import webpack, { type Compiler } from 'webpack'
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
