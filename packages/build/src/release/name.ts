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

/** As the gateway has it (`plugins/editions/release/path.go`): room for the ending of a compressed form is left. */
const LONGEST_NAME = 251

/** Why a gateway would refuse a file for its name; undefined when it would not. */
export function nameProblem(name: string): string | undefined {
  if (name.length > LONGEST_NAME) return `it is longer than ${LONGEST_NAME} letters`
  if (!/^[A-Za-z0-9._~+-]*$/.test(name)) return 'letters from a to z, digits and -._~+ are all that may stand in it'
  if (name.startsWith('.') || name.includes('..')) return 'it begins with a dot, or has two in a row'
  return /\.(br|zst|gz)$/.test(name) ? 'its ending is that of a compressed form' : undefined
}

/** The hash in a file's name; undefined when there is none. */
export const hashInName = (path: string): string | undefined => /\.([0-9a-f]{20})\.[^./]+$/.exec(path)?.[1]
