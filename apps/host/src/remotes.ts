import { within } from '@fieldhouse/chain-data'
import type { LineupEntry, Mount, MountRoot } from '@fieldhouse/contract'
import * as runtimeCore from '@module-federation/runtime-core'
import bundlerRuntime from '@module-federation/webpack-bundler-runtime'
import type { AllowedScripts } from './allowed-scripts'

/** How long a remote may take, milliseconds: an import has no time-out of its own. */
export const REMOTE_TIMEOUT = 10_000

/** Loads the mount of an edition's release. */
export interface Remotes {
  /** @throws IntegrityError when the entry is not in the page's import map */
  check: (edition: string, entry: LineupEntry) => void
  /**
   * @throws IntegrityError when the entry is not in the page's import map
   * @throws Error when it cannot be loaded in time or exposes no mount
   */
  load: (edition: string, entry: LineupEntry) => Promise<Mount>
  /**
   * Loads the code of an island.
   *
   * @throws as `load`
   */
  island: (edition: string, entry: LineupEntry, name: string) => Promise<MountRoot>
}

/** The page's import map does not list the address, so the browser would run it unchecked. */
export class IntegrityError extends Error {}

type Runtime = Pick<runtimeCore.ModuleFederation, 'registerRemotes' | 'loadRemote'>

/** The federation runtime of the page. Containers are built to take the part of it that runs them from here. */
export function createRuntime(shared: Record<string, unknown>): Runtime {
  Object.assign(globalThis, { _FEDERATION_BUNDLER_RUNTIME: bundlerRuntime })
  const runtime = new runtimeCore.ModuleFederation({
    name: 'fieldhouse',
    remotes: [],
    shared: shared as never,
    shareStrategy: 'loaded-first',
  })
  runtimeCore.setGlobalFederationInstance(runtime)
  return runtime
}

/**
 * @param running told before code of an edition is loaded and run; it answers what is told after
 * @param timeout milliseconds @default 10000
 */
export function createRemotes(
  runtime: Runtime,
  allowed: Pick<AllowedScripts, 'has'>,
  running: (edition: string) => () => void,
  timeout: number = REMOTE_TIMEOUT,
): Remotes {
  const registered = new Map<string, string>()
  const check: Remotes['check'] = (edition, { entry }) => {
    if (allowed.has(entry)) return
    throw new IntegrityError(`loading ${edition}: ${entry} is not in the page's import map, so it is not run`)
  }
  const load = async (edition: string, entry: LineupEntry) => {
    check(edition, entry)
    // A release that comes to an open page is another remote than the one before it, and takes nothing from it.
    const name = registered.get(entry.entry) ?? `${edition}@${registered.size}`
    if (!registered.has(entry.entry)) {
      runtime.registerRemotes([{ name, entry: entry.entry, type: 'module' }])
      registered.set(entry.entry, name)
    }
    const exposed = (entry.mount ?? '').replace(/^\.\//, '')
    const module = await within(
      timeout,
      runtime.loadRemote<{ mount?: Mount }>(`${name}/${exposed}`),
      `loading ${edition} from ${entry.entry}`,
    )
    if (typeof module?.mount !== 'function') {
      throw new Error(`loading ${edition} from ${entry.entry}: its module ${entry.mount} exports no mount`)
    }
    return module.mount
  }
  const noted = async <Value>(edition: string, work: () => Promise<Value>): Promise<Value> => {
    const hasRun = running(edition)
    try {
      return await work()
    } finally {
      hasRun()
    }
  }
  return {
    check,
    load: (edition, entry) => noted(edition, () => load(edition, entry)),
    island: (edition, entry, name) => noted(edition, async () => (await load(edition, entry)).island(name)),
  }
}
