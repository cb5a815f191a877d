// What the host leaves out of the federation runtime, 4 kB of every first page: snapshots and preloads, which come from
// federation's manifests where the gateway names every file; containers that load other containers, that are classic
// scripts, or that bring what they share; and the long forms of what it says. In the place of `SnapshotHandler.js`,
// `preload.js`, `remotes.js`, `dom.js`, `getSharedFallbackGetter.js`, `logger.js` and `desc.mjs` (`host.ts`).

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
