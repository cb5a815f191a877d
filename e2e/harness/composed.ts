import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FeedAnswer, Language, ReleaseManifest } from '@fieldhouse/contract'
import { expect } from 'vitest'
import { LocalEdition } from '../../packages/build/src/dev/local'
import { readPage } from '../../packages/build/src/dev/page'
import { dist } from '../../scripts/lib/paths.mjs'
import type { Site } from './site'

/** An edition as it was built, composed on this machine as `npm run dev <edition> -- --gateway` does. */
export async function builtEdition(edition: string): Promise<{ local: LocalEdition; manifest: ReleaseManifest }> {
  const json = await readFile(join(dist(edition), 'release.json'))
  const manifest = JSON.parse(json.toString()) as ReleaseManifest
  const file = async ({ path }: { path: string }) => [path, await readFile(join(dist(edition), path))] as const
  const files = new Map([...(await Promise.all(manifest.files.map(file))), ['release.json', json] as const])
  const local = new LocalEdition(edition)
  local.take({ name: 'local', manifest, files, sizes: new Map() })
  return { local, manifest }
}

/** Expects a page's head and main to be, byte for byte, what the gateway composes. Answers the main. */
export async function expectSame(site: Site, local: LocalEdition, path: string, language: Language): Promise<string> {
  const page = readPage(await (await fetch(`${site.address}${path}?lang=${language}`)).text())
  const { info, settings, snapshot } = page
  const rss_url = snapshot.PostsMedium?.feed.url
  const posts = rss_url && `${site.address}/api/v1/feed?${new URLSearchParams({ rss_url })}`
  const feed = posts ? ((await (await fetch(posts)).json()) as FeedAnswer) : undefined
  const medianHistory = await (await fetch(`${site.address}/api/v1/rows/medians`)).json()
  const data = { ...snapshot, ...(feed && { PostsMedium: feed }), medianHistory }
  const shown = local.compose({ path, language, time: info.time, settings, data })
  const main = /<main id="fh-main"[^>]*>([\s\S]*)<\/main><div id="fh-footer"/.exec(page.html)?.[1] ?? ''
  expect(shown?.main, `${path} in ${language}`).toBe(main)
  const { title, description } = info
  expect({ title: shown?.title, description: shown?.description }, path).toEqual({ title, description })
  expect(shown?.snapshot, path).toEqual(snapshot)
  return main
}
