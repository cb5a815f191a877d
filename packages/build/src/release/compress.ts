import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

/** Text files that browsers fetch have compressed siblings from this size on, bytes (docs/edition-contract.md, "A release folder"). */
export const SMALLEST_COMPRESSED = 256

/** Fragments are no files that browsers fetch: the gateway composes pages of them. */
const TEXT = /\.(js|mjs|css|json|svg|txt|webmanifest)$/

/** `best` for what is shipped; `quick` while a developer waits for the next build. */
export type Effort = 'best' | 'quick'

/** zstd above 19 would use a window over 8 MiB, which browsers refuse (RFC 8878, section 3.1.1.1.2; RFC 9659). */
const LEVELS: Record<Effort, { brotli: number; zstd: number; gzip: number }> = {
  best: { brotli: 11, zstd: 19, gzip: 9 },
  quick: { brotli: 4, zstd: 3, gzip: 6 },
}

/** Whether a file that browsers fetch is to have `.br`, `.zst` and `.gz` beside it. */
export function isCompressed(path: string, size: number): boolean {
  return TEXT.test(path) && size >= SMALLEST_COMPRESSED
}

/** The compressed siblings of a file by suffix. The same content gives the same bytes. */
export async function compress(content: Buffer, effort: Effort): Promise<{ suffix: string; content: Buffer }[]> {
  const levels = LEVELS[effort]
  const [br, zst, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: levels.brotli,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(zstdCompress)(content, {
      // Sizes its tables by the file instead of by gigabytes.
      pledgedSrcSize: content.length,
      params: { [constants.ZSTD_c_compressionLevel]: levels.zstd },
    }),
    promisify(gzip)(content, { level: levels.gzip }),
  ])
  return [
    { suffix: '.br', content: br },
    { suffix: '.zst', content: zst },
    { suffix: '.gz', content: gz },
  ]
}
