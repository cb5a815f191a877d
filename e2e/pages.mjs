import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dist, editions } from '../scripts/lib/paths.mjs'

/** What every site answers with its page for what is not there. */
export const NOT_FOUND = '/nothing'

/**
 * Every page of a running site, from what its releases say and its sitemap: a page that is built is among them without being
 * named anywhere else. Of a route whose pages are items the first is one; each of an edition's drops is, as drops look different
 * before, during and after their sale.
 * @param address of the site
 * @returns {Promise<{ route: string, path: string, edition: string }[]>}
 */
export async function pagesOf(address) {
  const sitemap = await (await fetch(`${address}/sitemap.xml`, { signal: AbortSignal.timeout(10_000) })).text()
  const listed = [...new Set([...sitemap.matchAll(/<loc>([^<?]*)/g)].map(([, location]) => new URL(location).pathname))]
  const built = await Promise.all(
    editions.map(async (edition) => {
      const { routes } = JSON.parse(await readFile(join(dist(edition), 'release.json'), 'utf8'))
      return (routes ?? []).flatMap(({ path: route, item }) => {
        if (!item) return [{ route, path: route, edition }]
        const own = new RegExp(`^${route.replace(/:\w+/, '[^/]+')}$`)
        const items = listed.filter((path) => own.test(path)).map((path) => ({ route, path, edition }))
        if (item === 'drops') return items
        // A post has a page in each edition, and the sitemap one of them.
        const slug = listed.flatMap((path) => /\/blog\/([^/]+)$/.exec(path)?.[1] ?? [])[0]
        return slug ? [{ route, path: route.replace(/:\w+/, slug), edition }] : []
      })
    }),
  )
  return [...built.flat(), { route: NOT_FOUND, path: NOT_FOUND, edition: 'shell' }]
}
