import type { PageInfo, Report, RootName, SiteSettings } from '@fieldhouse/contract'
import { I18nRoot } from '@fieldhouse/i18n'
import { type ComponentType, createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import { parameterOf } from '../page/pattern'

/** What every root component of an app is given. */
export interface RootProps {
  /** The page shown. While a header, a footer or a list item is prerendered its `path` is empty: they are shared by routes. */
  page: PageInfo
  /** The site's settings; while prerendering every scalar is a mark, such as `@setting/product@`. */
  settings: SiteSettings
  /** `/_r/<edition>/`, or `@release/` while prerendering. Put it before the path of a file of the release. */
  base: string
  /** Goes to an in-app address without a reload, or loads it when it must. */
  navigate: (href: string) => void
  /** Sends a report to `/_report`; edition, release and path are filled in. */
  report: (report: Pick<Report, 'kind' | 'message'> & { stack?: string }) => void
}

/** A root's component. It renders from its props and from stores that have a server snapshot, and from nothing else. */
export type RootComponent = ComponentType<RootProps>

/** What the shell has around each page: its header, and its footer, which is markup and never script. */
export interface Frame {
  header: RootComponent
  footer: RootComponent
}

/** The roots an app mounts: the shell's, none of others. */
export type Roots = { readonly [Name in RootName]?: RootComponent }

/** A root's props, and whether its markup is being written at build. */
export interface RootValue extends RootProps {
  /** True only while a fragment or a partial is written by `packages/build`. */
  prerendering: boolean
}

/** Each root has its own: React context does not cross roots. */
const RootContext = createContext<RootValue | null>(null)

/** A parameter of the page's path, such as `id` of `/<edition>/drops/:id`. While prerendering it is its name, `:id`. */
export function useParameter(name: string): string {
  const { route, path } = useRoot().page
  return parameterOf(route, path, name)
}

/**
 * The props of the root that the calling component stands in.
 *
 * @throws Error outside a root made by `createMount` or by the prerenderer.
 */
export function useRoot(): RootValue {
  const value = useContext(RootContext)
  if (value === null) {
    throw new Error('reading the root: no RootContext above this component; mount it with createMount')
  }
  return value
}

/**
 * Reports code that was asked for by a press and could not be had: a browser that remembers it needs a new document, which the
 * host offers.
 *
 * @param part what it is, such as `the order slip`
 */
export const reportUnloaded = (report: RootProps['report'], part: string, error: unknown): void =>
  report({ kind: 'remote', message: `${part}: ${error}` })

interface RootFrameProps {
  root: RootProps
  prerendering: boolean
  /** Called once, after the first commit and before the browser paints. */
  onReady?: () => void
  children: ReactNode
}

/** What stands around a root's component, the same at build and in the browser: the root's props and its language. */
export function RootFrame({ root, prerendering, onReady, children }: RootFrameProps): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever the host passes later.
  useLayoutEffect(() => onReady?.(), [])
  return (
    <RootContext value={{ ...root, prerendering }}>
      <I18nRoot language={root.page.language}>{children}</I18nRoot>
    </RootContext>
  )
}
