import type webpack from 'webpack'
import type { Compiler } from 'webpack'

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
