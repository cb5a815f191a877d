import { execFile } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'
import { binary, dist } from '../../scripts/lib/paths.mjs'
import { takeReleases } from '../../scripts/lib/site.mjs'
import type { Site } from './site'

/** A store of a test file's own: what is live there is the file's alone to change. */
export async function ownStore(name: string): Promise<string> {
  const store = join(inject('temporary'), `store-${name}`)
  await copyStore(inject('stores').production, store)
  return store
}

/** What a process that runs on a store makes and removes again: files before they have their name, and its counts. */
const PASSING = /\/(\.[a-z]+-\d+|reports\.counts)$/

/** Copies a store that processes may run on. */
export const copyStore = (from: string, to: string) =>
  cp(from, to, { recursive: true, filter: (path) => !PASSING.test(path) })

/** A page, which names all releases that it runs with. */
const page = async (site: Site) => (await fetch(`${site.address}/football`)).text()

/** Lends the folder of another release of an edition: the same files, another manifest. */
export async function withRelease<Value>(edition: string, version: string, use: (folder: string) => Promise<Value>) {
  const folder = join(inject('temporary'), `${edition}-${version}`)
  await cp(dist(edition), folder, { recursive: true })
  const manifest = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8')) as object
  await writeFile(join(folder, 'release.json'), JSON.stringify({ ...manifest, version }))
  const used = await use(folder)
  await rm(folder, { recursive: true })
  return used
}

/** Runs a command of the gateway. Answers what it printed. */
export async function fieldhouse(line: string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, line, { env: { ...process.env, ...env } })
  return stdout.trim()
}

/** Makes a token by which somebody ships an edition. */
export async function tokenFor(store: string, name: string, edition: string): Promise<string> {
  const printed = await fieldhouse(['token', 'make', name, edition, '--store', store])
  return /fieldhouse_[\w-]+/.exec(printed)?.[0] ?? ''
}

/** Ships another release of an edition. Answers its name once it is live. */
export async function ship(site: Site, store: string, edition: string, version: string): Promise<string> {
  const printed = await withRelease(edition, version, (folder) => takeReleases([folder], store))
  const [, name = ''] = new RegExp(`^${edition} ([0-9a-f]{20}) `, 'm').exec(printed) ?? []
  await expect.poll(() => page(site)).toContain(`"release":"${name}"`)
  return name
}

/** Takes a release back: the one before it is live again when this is done. */
export async function withdraw(site: Site, store: string, edition: string, release: string): Promise<void> {
  await fieldhouse(['withdraw', '--store', store, edition, release])
  await expect.poll(() => page(site)).not.toContain(release)
}
