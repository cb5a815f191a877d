import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BuildInfo, HostManifest, ReleaseFile, ReleaseManifest } from '@fieldhouse/contract'
import { compress, type Effort, isCompressed } from './compress.ts'
import { contentHash, contentName, hashInName, nameProblem, sha384 } from './name.ts'

/** A release before it is written. */
export interface MadeRelease {
  /** 20 hex digits: the content hash of `release.json`. */
  name: string
  manifest: HostManifest | ReleaseManifest
  /** Every file that `release.json` lists, their compressed forms and `release.json` itself, by name. */
  files: Map<string, Buffer>
  /** Compressed sizes in bytes by path of the plain file. */
  sizes: Map<string, { plain: number; br: number; gz: number }>
}

/** A release in its folder. */
export interface WrittenRelease extends MadeRelease {
  folder: string
}

/**
 * Makes a release of files: those whose name does not say their content yet are named by it, in the manifest too; beside
 * them their compressed forms, which `release.json` does not list.
 *
 * @throws Error naming a file whose name says another content, or that no gateway takes
 */
export async function makeRelease(
  built: Map<string, Buffer>,
  manifest: Omit<HostManifest, 'files'> | Omit<ReleaseManifest, 'files'>,
  effort: Effort,
): Promise<MadeRelease> {
  const names = new Map<string, string>()
  const files = new Map<string, Buffer>()
  const sizes: MadeRelease['sizes'] = new Map()
  const listed: ReleaseFile[] = []
  for (const [path, content] of built) {
    const name = nameOf(path, content)
    const problem = nameProblem(name)
    if (problem) throw new Error(`naming ${path}: ${problem}`)
    names.set(path, name)
    // Two with the same bytes and name are one.
    if (files.has(name)) continue
    files.set(name, content)
    listed.push({ path: name, sha384: sha384(content), size: content.length })
    const size = { plain: content.length, br: content.length, gz: content.length }
    // What pictures of cards are put together of, browsers never fetch.
    const isPicturesOfCards = 'cardPictures' in manifest && manifest.cardPictures === path
    if (isCompressed(name, content.length) && !isPicturesOfCards) {
      for (const sibling of await compress(content, effort)) {
        files.set(name + sibling.suffix, sibling.content)
        if (sibling.suffix === '.br') size.br = sibling.content.length
        if (sibling.suffix === '.gz') size.gz = sibling.content.length
      }
    }
    sizes.set(name, size)
  }
  listed.sort((left, right) => (left.path < right.path ? -1 : 1))
  const json = JSON.stringify({ ...manifest, files: listed }, (_, value) => names.get(value) ?? value, 1)
  const content = Buffer.from(`${json}\n`)
  files.set('release.json', content)
  return { name: contentHash(content), manifest: JSON.parse(json) as MadeRelease['manifest'], files, sizes }
}

function nameOf(path: string, content: Buffer): string {
  const hash = hashInName(path)
  if (hash === undefined) return contentName(path, content)
  if (hash !== contentHash(content))
    throw new Error(`writing ${path}: its content has the hash ${contentHash(content)}, and its name says another`)
  return path
}

/** Writes a release and its `build.json` into a folder of which nothing else is left. */
export async function writeRelease(folder: string, release: MadeRelease, build: BuildInfo): Promise<WrittenRelease> {
  await writeFolder(folder, new Map([...release.files, ['build.json', Buffer.from(`${JSON.stringify(build)}\n`)]]))
  return { ...release, folder }
}

/** Writes a folder of these files beside the one that is there and renames it, so that nobody reads half of one. */
async function writeFolder(folder: string, files: Map<string, Buffer>): Promise<void> {
  const fresh = `${folder}-new-${process.pid}`
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(fresh, path)), { recursive: true })
      await writeFile(join(fresh, path), content)
    }
    await rm(folder, { recursive: true, force: true })
    await rename(fresh, folder)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}
