// What the host leaves out of the federation runtime, 6 kB of every first page: snapshots and preloads, which come from
// federation's manifests where the gateway names every file; containers that load other containers, that are classic
// scripts, or that bring or want at once what they share; the grammar of version ranges; and the long forms of what it
// says. In the place of the modules that `host.ts` names.

export class SnapshotHandler {
  hooks = { applyPlugin() {} }
  manifestCache = new Map()
}

export const getGlobalRemoteInfo = () => ({})

const leftOut = () => {
  throw new Error(
    'the host has no part of the federation runtime that does this: packages/build/src/webpack/left-out.mjs',
  )
}

export const defaultPreloadArgs = {}
export { leftOut as formatPreloadArgs, leftOut as normalizePreloadExposes, leftOut as preloadAssets }

export const remotes = undefined

export {
  leftOut as installInitialConsumes,
  leftOut as createLink,
  leftOut as createScript,
  leftOut as isStaticResourcesEqual,
  leftOut as loadScript,
  leftOut as safeWrapper,
}

export const getSharedFallbackGetter = ({ factory }) => factory

export const createLogger = (prefix) => ({
  warn: (...said) => console.warn(prefix, ...said),
  error: (...said) => console.error(prefix, ...said),
})
export const logger = createLogger('[ Module Federation ]')
export { leftOut as bindLoggerToCompiler, leftOut as createInfrastructureLogger, logger as infrastructureLogger }

/** Errors say their code, what it is about, and where it is explained. */
export const runtimeDescMap = {}
export { runtimeDescMap as buildDescMap, runtimeDescMap as errorDescMap, runtimeDescMap as typeDescMap }

const CARET = /^\^\d+\.\d+\.\d+$/
const numbersOf = (version) => version.split(/[.+-]/, 3).map(Number)

/**
 * Whether a version is in a range as ours are, such as `^19.2.0 || ^20.0.0`. The gateway has compared all that is live, and
 * ranges of other forms it alone.
 */
export const satisfy = (version, range) =>
  range.split(/\s*\|\|\s*/).some((one) => {
    if (!CARET.test(one)) return true
    const wanted = numbersOf(one.slice(1))
    const given = numbersOf(version)
    const differs = wanted.findIndex((number, place) => number !== given[place])
    // What stands up to the first number that is not 0 is the interface.
    return differs === -1 || (differs > wanted.findIndex((number) => number > 0) && given[differs] > wanted[differs])
  })

/** Without shared libraries of which a service has made a smaller part. */
export const init = ({ webpackRequire: { federation } }) => federation.runtime.init(federation.initOptions)
