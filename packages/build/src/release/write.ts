import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BuildInfo, ReleaseFile, ReleaseManifest } from '@fieldhouse/contract'
import { compress, type Effort, isCompressed } from './compress.ts'
import { releaseName, sha384 } from './name.ts'

/** A release before it is written. */
export interface MadeRelease {
  /** 20 hex digits. */
  name: string
  manifest: ReleaseManifest
  /** Every file that `release.json` lists and `release.json` itself, by path. */
  files: Map<string, Buffer>
  /** Compressed sizes in bytes by path of the plain file. */
  sizes: Map<string, { plain: number; br: number; gz: number }>
  /** Source maps of its scripts and style sheets, which it does not hold. */
  maps: Map<string, Buffer>
}

/** A release in its folder. */
export interface WrittenRelease extends MadeRelease {
  folder: string
}

/** Makes a release of files: their compressed siblings, `release.json` and the name. */
export async function makeRelease(
  plain: Map<string, Buffer>,
  manifest: Omit<ReleaseManifest, 'files'>,
  effort: Effort,
): Promise<Omit<MadeRelease, 'maps'>> {
  const files = new Map(plain)
  const sizes: MadeRelease['sizes'] = new Map()
  for (const [path, content] of plain) {
    const size = { plain: content.length, br: content.length, gz: content.length }
    if (isCompressed(path, content.length)) {
      for (const sibling of await compress(content, effort)) {
        files.set(path + sibling.suffix, sibling.content)
        if (sibling.suffix === '.br') size.br = sibling.content.length
        if (sibling.suffix === '.gz') size.gz = sibling.content.length
      }
    }
    sizes.set(path, size)
  }
  const listed = [...files]
    .map(fileOf)
    .sort((left, right) => Buffer.compare(Buffer.from(left.path), Buffer.from(right.path)))
  const complete: ReleaseManifest = { ...manifest, files: listed }
  const json = Buffer.from(`${JSON.stringify(complete, null, 1)}\n`)
  files.set('release.json', json)
  return { name: releaseName([...listed, fileOf(['release.json', json])]), manifest: complete, files, sizes }
}

const fileOf = ([path, content]: [string, Buffer]): ReleaseFile => ({
  path,
  sha384: sha384(content),
  size: content.length,
})

/** Writes a release and its `build.json` into a folder of which nothing else is left. */
export async function writeRelease(folder: string, release: MadeRelease, build: BuildInfo): Promise<WrittenRelease> {
  await writeFolder(folder, new Map([...release.files, ['build.json', Buffer.from(`${JSON.stringify(build)}\n`)]]))
  return { ...release, folder }
}

/** Writes a folder of these files beside the one that is there and renames it, so that nobody reads half of one. */
export async function writeFolder(folder: string, files: Map<string, Buffer>): Promise<void> {
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
