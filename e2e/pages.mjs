import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { dist, editions } from '../scripts/lib/paths.mjs'

/** What every site answers with its page for what is not there. */
export const NOT_FOUND = '/nothing'

/** Whose wall is looked at: no list names accounts. */
const COLLECTOR = 'vault.wam'

/** How long the chain and the feed may take to tell what there is, milliseconds: a site is ready before. */
const ITEMS_WITHIN = 20_000

/**
 * Every page of a running site, from what its releases say and its sitemap: a page that is built is among them without being
 * named anywhere else. Of a route whose pages are items the first is one; each of an edition's drops is, as drops look different
 * before, during and after their sale.
 * @param address of the site
 * @throws Error naming the routes of which no item came in time
 * @returns {Promise<{ route: string, path: string, edition: string, isListed: boolean }[]>} whether the sitemap lists it
 */
export async function pagesOf(address) {
  const routes = (
    await Promise.all(
      editions.map(async (edition) => {
        const release = JSON.parse(await readFile(join(dist(edition), 'release.json'), 'utf8'))
        return (release.routes ?? []).map(({ path: route, item }) => ({ route, item, edition }))
      }),
    )
  ).flat()
  for (const deadline = Date.now() + ITEMS_WITHIN; ; await wait(100)) {
    const listed = await listedBy(address)
    const pages = routes.map((route) => ({ ...route, paths: pathsOf(route, listed) }))
    const missing = pages.filter(({ paths }) => paths.length === 0).map(({ route }) => route)
    if (missing.length === 0)
      return [
        ...pages.flatMap(({ route, edition, paths }) =>
          paths.map((path) => ({ route, path, edition, isListed: listed.includes(path) })),
        ),
        { route: NOT_FOUND, path: NOT_FOUND, edition: 'shell', isListed: false },
      ]
    if (Date.now() > deadline) throw new Error(`the sitemap of ${address} has no item of ${missing.join(', ')}`)
  }
}

async function listedBy(address) {
  const sitemap = await (await fetch(`${address}/sitemap.xml`, { signal: AbortSignal.timeout(10_000) })).text()
  return [...new Set([...sitemap.matchAll(/<loc>([^<?]*)/g)].map(([, location]) => new URL(location).pathname))]
}

function pathsOf({ route, item }, listed) {
  if (!item) return [route]
  const own = new RegExp(`^${route.replace(/:\w+/, '[^/]+')}$`)
  if (item === 'drops') return listed.filter((path) => own.test(path))
  if (item === 'accounts') return [route.replace(/:\w+/, COLLECTOR)]
  // A post has a page in each edition, and the sitemap one of them.
  const slug = listed.flatMap((path) => /\/blog\/([^/]+)$/.exec(path)?.[1] ?? [])[0]
  return slug ? [route.replace(/:\w+/, slug)] : []
}
