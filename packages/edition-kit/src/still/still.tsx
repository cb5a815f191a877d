import { type ComponentType, Suspense, use, useState } from 'react'
import { useHydrated } from '../mount/hydrated'
import { useRoot } from '../mount/root'
import { loadPart } from './load-part'

const EMPTY = { __html: '' }

/**
 * A part of a page that never changes while it is shown, such as a drawing: prerendered, and left alone by hydration, so
 * that a first page neither loads nor runs its code. A root that the client renders loads the part then.
 *
 * What differs between two instances must stand in their React key: a part that was prerendered stays as it is. Its
 * styles must be imported by whoever uses it, because a release has one style sheet, and its place must have a size of
 * its own. It holds no handlers and no state; links work as everywhere.
 *
 * `dangerouslySetInnerHTML` appears only in a root that hydrates, where React compares and does not assign (see `Slot`).
 *
 * @param load the part's module, by a dynamic import
 */
export function still<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { className?: string | undefined }> {
  let loading: Promise<ComponentType<object>> | undefined
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a part, where modules are defined.
  return function Still({ className, ...props }) {
    const root = useRoot()
    const { prerendering } = root
    const hydrated = useHydrated()
    const [isKept] = useState(!hydrated && !prerendering)
    if (isKept) {
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, and never assigned: see above.
      return <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={EMPTY} />
    }
    loading ??= loadPart(load as () => Promise<ComponentType<object>>, root)
    const part = <Part loading={loading} props={props} />
    // While prerendering nothing may fall back: the prerenderer waits.
    return <div className={className}>{prerendering ? part : <Suspense>{part}</Suspense>}</div>
  }
}

function Part({ loading, props }: { loading: Promise<ComponentType<object>>; props: object }) {
  const Loaded = use(loading)
  return <Loaded {...props} />
}
