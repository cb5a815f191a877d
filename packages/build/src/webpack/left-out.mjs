// What the host leaves out of the federation runtime, 3 kB of every first page: snapshots and preloads, which come from
// federation's manifests where the gateway names every file, and containers that load other containers. In the place of
// `SnapshotHandler.js`, `preload.js` and `remotes.js` (`host.ts`).

export class SnapshotHandler {
  hooks = { applyPlugin() {} }
  manifestCache = new Map()
}

export const getGlobalRemoteInfo = () => ({})

const leftOut = () => {
  throw new Error('preloading a container: the gateway writes the preloads of a page')
}

export const defaultPreloadArgs = {}
export { leftOut as formatPreloadArgs, leftOut as normalizePreloadExposes, leftOut as preloadAssets }

export const remotes = undefined
