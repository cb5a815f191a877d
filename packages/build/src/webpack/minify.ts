import { minify as minifyScript } from '@swc/core'
import { transform as transformStyles } from 'lightningcss'
import type { Compiler } from 'webpack'

/** The oldest browsers that check import-map integrity. Lightning CSS wants versions as `major << 16`. */
const TARGETS = { chrome: 127 << 16, edge: 127 << 16, firefox: 138 << 16, safari: 18 << 16, ios_saf: 18 << 16 }

/** Minifies scripts with swc and style sheets with Lightning CSS, both in the process that builds: one app takes seconds. */
export class Minify {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap(Minify.name, (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: Minify.name, stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE },
        async (assets) => {
          for (const [name, source] of Object.entries(assets)) {
            const text = source.source().toString()
            if (name.endsWith('.js')) {
              compilation.updateAsset(name, new sources.RawSource(await script(name, text)), { minimized: true })
            } else if (name.endsWith('.css')) {
              compilation.updateAsset(name, new sources.RawSource(styles(name, text)), { minimized: true })
            }
          }
        },
      )
    })
  }
}

async function script(name: string, text: string): Promise<string> {
  const { code } = await minifyScript(text, {
    module: true,
    ecma: 2020,
    compress: { passes: 2, ecma: 2020, toplevel: true },
    mangle: { toplevel: true },
    format: { comments: false, asciiOnly: false },
    sourceMap: false,
  }).catch((cause) => {
    throw new Error(`minifying ${name}`, { cause })
  })
  return code
}

function styles(name: string, text: string): Buffer {
  return Buffer.from(transformStyles({ filename: name, code: Buffer.from(text), minify: true, targets: TARGETS }).code)
}
