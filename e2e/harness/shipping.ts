import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { run } from '../../scripts/lib/child.mjs'
import { binary, dist } from '../../scripts/lib/paths.mjs'
import { takeReleases } from '../../scripts/lib/site.mjs'
import type { Site } from './site'

/** A store of a test file's own: what is live there is the file's alone to change. */
export async function ownStore(name: string): Promise<string> {
  const store = join(inject('temporary'), `store-${name}`)
  await cp(inject('stores').production, store, { recursive: true })
  return store
}

/** A page, which names all releases that it runs with. */
const page = async (site: Site) => (await fetch(`${site.address}/football`)).text()

/** Ships another release of an edition: the same files, another manifest. Answers its name once it is live. */
export async function ship(site: Site, store: string, edition: string, version: string): Promise<string> {
  const folder = join(inject('temporary'), `${edition}-${version}`)
  await cp(dist(edition), folder, { recursive: true })
  const manifest = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8')) as object
  await writeFile(join(folder, 'release.json'), JSON.stringify({ ...manifest, version }))
  const printed = await takeReleases([folder], store)
  await rm(folder, { recursive: true })
  const [, name = ''] = new RegExp(`^${edition} ([0-9a-f]{20}) `, 'm').exec(printed) ?? []
  await expect.poll(() => page(site)).toContain(`"release":"${name}"`)
  return name
}

/** Takes a release back: the one before it is live again when this is done. */
export async function withdraw(site: Site, store: string, edition: string, release: string): Promise<void> {
  const { code, output } = await run(binary, ['withdraw', '--store', store, edition, release])
  expect(code, output).toBe(0)
  await expect.poll(() => page(site)).not.toContain(release)
}
