import { DataError, fetchJson } from '@fieldhouse/chain-data'
import { ASSET_PAGE_SIZE } from '@fieldhouse/contract/constants'

/** Where the gateway answers for the asset index. */
const ASSETS_PATH = '/api/v1/assets'
/** Time-out of a request, in milliseconds: the gateway itself gives up at 20 s. */
export const PAGE_TIMEOUT = 25_000
/** The longest answer that is read, in bytes: what the gateway answers at most by default, and as much again. */
const MAX_PAGE_BYTES = 16 << 20
/** How many pages are fetched at most: a page of a browser holds no larger collection. */
const MAX_PAGES = 100
/** In the place of a page's number: all in one answer. */
const ALL_PAGES = 0

export interface RowQuery {
  collection: string
  /** Whose assets; empty for everybody's. @default '' */
  owner?: string
  signal?: AbortSignal | undefined
}

/**
 * Fetches all assets of a collection as the index has them, newest first: pages until a page has fewer than 1000
 * (specification, section 7). Those of an owner come in one answer: the gateway keeps each page for a time of its own, and
 * between two pages of different ages a sold asset would hide another. Only when the gateway cut that answer are they read by
 * pages too. A failure is logged.
 *
 * @param take gets them piece by piece; one may come again
 * @returns why it failed, and what was taken is not all; null when all were
 * @throws only the signal's reason, when it is aborted, and what `take` throws
 */
export const fetchAssetRows = async (
  query: RowQuery,
  take: (rows: readonly unknown[]) => void,
): Promise<DataError | null> => {
  const { collection, owner = '', signal } = query
  let page = owner === '' ? 1 : ALL_PAGES
  try {
    // Makes the addresses of one fetch unlike those of another.
    const nonce = Math.random().toString(36).slice(2)
    for (; ; page += 1) {
      signal?.throwIfAborted()
      const { rows, isCut } = await fetchRows(query, page, nonce)
      if (isCut) continue
      // What is minted meanwhile pushes the others on: one may come again on the next page.
      for await (const piece of inPieces(rows)) take(piece)
      const isLast = page === ALL_PAGES || rows.length < ASSET_PAGE_SIZE
      if (isLast) return null
      if (page === MAX_PAGES) {
        throw new DataError('oversized', ASSETS_PATH, `${collection} has more than ${MAX_PAGES} pages of assets`)
      }
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof DataError)) throw error
    const { reason, status, message } = error
    // The one place where this is logged (specification, section 8).
    console.error(`fetching assets: ${message}`, { collection, owner, page, reason, status })
    return error
  }
}

/** The rows of an answer, and whether the gateway cut it. Without `data` it is the end, unless it says that it failed. */
const fetchRows = async (
  { collection, owner = '', signal }: RowQuery,
  page: number,
  nonce: string,
): Promise<{ rows: readonly unknown[]; isCut: boolean }> => {
  const query = new URLSearchParams({
    collection_name: collection,
    ...(owner === '' ? {} : { owner }),
    limit: String(ASSET_PAGE_SIZE),
    ...(page === ALL_PAGES ? {} : { page: String(page) }),
    nonce,
  })
  const address = `${ASSETS_PATH}?${query}`
  const request = { signal, fetch, timeout: PAGE_TIMEOUT, limit: MAX_PAGE_BYTES, raw: true }
  const { body: text } = await fetchJson(address, request)
  const body = await parseInPieces(String(text)).catch((cause: unknown) => {
    throw new DataError('unreadable', address, 'the answer is no JSON', { cause })
  })
  const { success, data, message, cut } = Object(body)
  if (success === false) throw new DataError('failed', address, `the asset index says: ${String(message)}`)
  return { rows: Array.isArray(data) ? data : [], isCut: Boolean(cut) }
}

/**
 * An account's assets are megabytes: parsed in one go they block a phone's page for a tenth of a second, again and again while
 * its wall is scrolled. So they are read in pieces, with a task of the page between two of them.
 */

/** Rows in a piece. */
const PIECE = 100

const breath = () => new Promise<void>((resolve) => setTimeout(resolve))

/** A list in pieces, with a breath between them. */
export async function* inPieces<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += PIECE) {
    if (from > 0) await breath()
    yield items.slice(from, from + PIECE)
  }
}

/** How an answer of the index begins, up to the name of its rows' first field. */
const HEAD = /^(\{"success":true,"data":\[)(\{"[^"\\]+":)/

/**
 * `JSON.parse` of an answer of the index, its rows in pieces. All rows begin alike, so it is cut at `},{"<first field>":`, which
 * no text contains, since quotes are escaped there. A cut inside a row makes pieces that are no JSON: then the answer is parsed
 * whole, as one of another form is.
 *
 * @throws SyntaxError for what is no JSON
 */
export async function parseInPieces(text: string): Promise<unknown> {
  const [, head = '', first = ''] = HEAD.exec(text.slice(0, 1000)) ?? []
  if (first === '') return JSON.parse(text)
  const rows: unknown[] = []
  let begin = head.length
  try {
    for (let end = begin, count = 1; ; count += 1) {
      end = text.indexOf(`},${first}`, end) + 1
      if (end === 0) break
      if (count % PIECE > 0) continue
      rows.push(...JSON.parse(`[${text.slice(begin, end)}]`))
      begin = end + 1
      await breath()
    }
    const last = JSON.parse(head + text.slice(begin))
    return { ...last, data: [...rows, ...last.data] }
  } catch {
    return JSON.parse(text)
  }
}
