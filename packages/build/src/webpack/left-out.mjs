// What the host leaves out of the federation runtime, 6 kB of every first page: snapshots and preloads, which come from
// federation's manifests where the gateway names every file; containers that load other containers, that are classic
// scripts, or that bring what they share; comparing versions, which the gateway has done before a release is live, and of
// which there is one; and the long forms of what it says. In the place of the modules that `host.ts` names.

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

/** The gateway lets nothing be live that asks for other versions than the host has. */
export const satisfy = () => true

/** Without shared libraries of which a service has made a smaller part. */
export const init = ({ webpackRequire: { federation } }) => federation.runtime.init(federation.initOptions)
