import { createHash } from 'node:crypto'

/** Hex digits of the SHA-256 that name a file and a release (docs/edition-contract.md, "A release folder"): 80 bits. */
export const HASH_LENGTH = 20

/** Subresource Integrity form of a file's content: `sha384-` and base64. */
export function sha384(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

/** What names content: the first 20 hex digits of its SHA-256. A release's name is that of its `release.json`. */
export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH)
}

/** The name of a file that has no hash in it yet: `icons/card.svg` is `icons-card.<hash>.svg`. */
export function contentName(path: string, content: Uint8Array): string {
  const [, stem, extension] = /^(.+)(\.[^./]+)$/.exec(path) ?? []
  if (!stem || !extension) throw new Error(`naming ${path}: a file of a release needs an ending, such as .svg`)
  return `${stem.replaceAll('/', '-')}.${contentHash(content)}${extension}`
}

/** The hash in a file's name; undefined when there is none. */
export const hashInName = (path: string): string | undefined => /\.([0-9a-f]{20})\.[^./]+$/.exec(path)?.[1]
