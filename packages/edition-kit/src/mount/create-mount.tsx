import type { Mount, Mounted, MountProps, MountRoot, PageInfo, Report, RootName } from '@fieldhouse/contract'
import { type ComponentType, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { RootComponent, RootProps, Roots } from './root'
import { RootFrame } from './root'

/**
 * Makes the `mount` that an app exposes as `./mount`: one React root for each root and island, hydrated when the element holds the
 * root's fragment. What React recovers from and what it cannot is reported; after the latter the root is empty and the
 * host puts the fragment back.
 */
export function createMount(roots: Roots, islands: (name: string) => Promise<ComponentType<object>>): Mount {
  // The host mounts no root that is not among the names below.
  const mount: MountRoot = (element, props) => mountRoot(roots[props.root as RootName] as RootComponent, element, props)
  return Object.assign(mount, {
    roots: Object.keys(roots) as RootName[],
    island: async (name: string): Promise<MountRoot> => {
      const Component = await islands(name)
      return (element, props) => mountRoot(() => <Component {...(props.props as object)} />, element, props)
    },
  })
}

function mountRoot(Component: RootComponent, element: HTMLElement, props: MountProps): Mounted {
  const report = reporter(props)
  let gone = false
  const options = {
    identifierPrefix: props.identifierPrefix,
    // Who leaves a page while a root still hydrates ends it early, which React tells as well.
    onRecoverableError: (error: unknown) => gone || report('recoverable', error),
    onUncaughtError: (error: unknown) => report('uncaught', error),
  }
  const tree = (page: PageInfo) => {
    const rootProps: RootProps = {
      page,
      settings: props.settings,
      base: props.base,
      navigate: props.navigate,
      report: ({ kind, message, stack }) => send(props, kind, message, stack),
    }
    return (
      <RootFrame root={rootProps} prerendering={false} onReady={props.onReady}>
        <Component {...rootProps} />
      </RootFrame>
    )
  }
  // What stands there can be read: it is brought to life in pieces, between which the visitor is heard.
  const root = props.hydrate
    ? inPieces(() => hydrateRoot(element, tree(props.page), options))
    : createRoot(element, options)
  // Where nothing stands yet it is drawn at once.
  if (!props.hydrate) flushSync(() => root.render(tree(props.page)))
  const unmount = () => {
    gone = true
    root.unmount()
  }
  // Another page is mostly another main: what is around it follows in pieces, behind the frame that shows it.
  return { update: (page) => inPieces(() => root.render(tree(page))), unmount }
}

function inPieces<Value>(work: () => Value): Value {
  let made: Value | undefined
  startTransition(() => {
    made = work()
  })
  return made as Value
}

function reporter(props: MountProps) {
  return (kind: Report['kind'], error: unknown) => {
    const known = error instanceof Error ? error : new Error(String(error))
    const cause = known.cause instanceof Error ? `: ${known.cause.message}` : ''
    send(props, kind, `${props.root}: ${known.message}${cause}`, known.stack)
  }
}

function send(props: MountProps, kind: Report['kind'], message: string, stack?: string) {
  const { edition, path, lineup } = props.page
  const owner = Object.entries(lineup).find(([, entry]) => entry.base === props.base)
  props.report({
    kind,
    message,
    edition: owner?.[0] ?? edition,
    release: owner?.[1].release ?? '',
    path,
    ...(stack === undefined ? {} : { stack }),
  })
}
