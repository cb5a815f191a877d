import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ReleaseFile, ReleaseManifest } from '@fieldhouse/contract'
import { compress, type Effort, isCompressed } from './compress.ts'
import { releaseName, sha384 } from './name.ts'

/** A release folder as it was written. */
export interface WrittenRelease {
  /** 20 hex digits. */
  name: string
  folder: string
  manifest: ReleaseManifest
  /** Compressed sizes in bytes by path of the plain file. */
  sizes: Map<string, { plain: number; br: number; gz: number }>
}

/**
 * Writes a release folder: the files, their compressed siblings, `release.json` and `build.json`. It is written beside
 * the folder and renamed, so that nobody reads half of one.
 */
export async function writeRelease(
  folder: string,
  plain: Map<string, Buffer>,
  manifest: Omit<ReleaseManifest, 'files'>,
  build: { revision: string; builtAt: string },
  effort: Effort,
): Promise<WrittenRelease> {
  const files = new Map(plain)
  const sizes: WrittenRelease['sizes'] = new Map()
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
    .map(([path, content]): ReleaseFile => ({ path, sha384: sha384(content), size: content.length }))
    .sort((left, right) => Buffer.compare(Buffer.from(left.path), Buffer.from(right.path)))
  const complete: ReleaseManifest = { ...manifest, files: listed }
  const json = Buffer.from(`${JSON.stringify(complete, null, 1)}\n`)
  const name = releaseName([...listed, { path: 'release.json', sha384: sha384(json), size: json.length }])

  const fresh = `${folder}.new-${process.pid}`
  await rm(fresh, { recursive: true, force: true })
  files.set('release.json', json)
  files.set('build.json', Buffer.from(`${JSON.stringify(build)}\n`))
  for (const [path, content] of files) {
    await mkdir(dirname(join(fresh, path)), { recursive: true })
    await writeFile(join(fresh, path), content)
  }
  await rm(folder, { recursive: true, force: true })
  await rename(fresh, folder)
  return { name, folder, manifest: complete, sizes }
}
