import { WORKER } from '../offline/kept'

/** Paths the gateway keeps for itself: no page stands there (docs/architecture.md, "A release"). */
export const RESERVED = [
  '/_r',
  '/_page',
  '/_report',
  '/_releases',
  '/_lineup',
  '/_preview',
  '/_picture',
  '/_dev',
  WORKER,
  '/api/v1',
  '/v1/chain',
  '/link',
  '/healthz',
  '/readyz',
  '/sitemap.xml',
  '/robots.txt',
]

/** Whether the gateway keeps a path for itself. */
export const isReserved = (path: string): boolean =>
  RESERVED.some((reserved) => path === reserved || path.startsWith(`${reserved}/`))

/** Why an address is loaded in full, or that it need not be. */
export type Way = 'in-app' | 'same-page' | 'full'

/**
 * How to go to an address of this site.
 *
 * - `full`: another origin, a reserved path, or `?lang=`, which sets the language's cookie and so must reach the gateway
 * - `same-page`: only the fragment differs; the browser scrolls
 */
export function wayTo(target: URL, current: URL): Way {
  if (target.origin !== current.origin || target.searchParams.has('lang')) return 'full'
  if (isReserved(target.pathname)) return 'full'
  const samePage = target.pathname === current.pathname && target.search === current.search
  if (samePage && target.hash !== '') return 'same-page'
  return 'in-app'
}

/**
 * The address that a click asks to show in this page, or null when the browser must handle the click: another button,
 * a modifier key, a new tab, a download, or an address that is not one of this site's pages.
 */
export function clickedAddress(event: MouseEvent, current: URL): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  return linkedAddress(event, current)
}

/** The address of the link that an event is on, when this page can show it. */
export function linkedAddress(event: Event, current: URL): URL | null {
  const link = event.composedPath().find((target): target is HTMLAnchorElement => target instanceof HTMLAnchorElement)
  if (!link?.hasAttribute('href') || link.hasAttribute('download')) return null
  if (link.target !== '' && link.target !== '_self') return null
  if (link.relList.contains('external')) return null
  // Of what is no address it is empty.
  if (link.origin !== current.origin) return null
  const target = new URL(link.href)
  return wayTo(target, current) === 'in-app' ? target : null
}
