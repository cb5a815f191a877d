import type { RootValue } from '../mount/root'

/**
 * Loads a part of a page for `use`. One that cannot be loaded is reported and waited for ever after: its markup or its
 * fallback stays, the rest of the page lives, and the host offers to load the page in full. A prerender fails.
 *
 * @param load a dynamic import
 */
export const loadPart = <Part>(load: () => Promise<Part>, { prerendering, report }: RootValue): Promise<Part> =>
  load().catch((error) => {
    if (prerendering) throw error
    report({ kind: 'remote', message: String(error) })
    return new Promise<never>(() => {})
  })
