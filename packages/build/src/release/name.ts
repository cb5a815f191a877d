import { createHash } from 'node:crypto'
import type { ReleaseFile } from '@fieldhouse/contract'

/** Subresource Integrity form of a file's content: `sha384-` and base64. */
export function sha384(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

/**
 * The release's name: the first 20 hex digits of the SHA-256 over the sorted lines `path sha384 size\n`, one for each
 * file (docs/edition-contract.md, "A release folder"). Sorted by UTF-8 bytes, as the gateway does.
 *
 * @param files the listed files and one for `release.json` itself
 */
export function releaseName(files: readonly ReleaseFile[]): string {
  const lines = files.map(({ path, sha384, size }) => Buffer.from(`${path} ${sha384} ${size}\n`)).sort(Buffer.compare)
  return createHash('sha256').update(Buffer.concat(lines)).digest('hex').slice(0, 20)
}
