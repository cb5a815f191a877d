/** The shell's page that stands in, without a connection, for one that was never kept. */
export const OFFLINE_PATH = '/offline'

/** The service worker's cache of documents, by their paths. */
export const KEPT_PAGES = 'fieldhouse-pages'

/** What is known of a kept document. */
export interface KeptPage {
  title: string
  /** When it was composed, epoch milliseconds. */
  at: number
  /** Of its releases, by edition. */
  lineup: Record<string, string>
  /** The paths of its files. */
  files: string[]
}

/** What is known of a document stands in this header of it. */
const HEADER = 'X-Kept'

/** Writes down what is known of a document. */
export const describeKept = (headers: Headers, page: KeptPage): void =>
  headers.set(HEADER, encodeURIComponent(JSON.stringify(page)))

/** Null for a document of which nothing is known. */
export function readKept({ headers }: Response): KeptPage | null {
  try {
    return JSON.parse(decodeURIComponent(headers.get(HEADER) ?? '')) as KeptPage
  } catch {
    return null
  }
}

/** The pages that can be read without a connection, the newest first; none where the browser keeps none. */
export async function keptPages(): Promise<(KeptPage & { path: string })[]> {
  try {
    const pages = await caches.open(KEPT_PAGES)
    const kept = await Promise.all(
      (await pages.keys()).map(async (request) => {
        const response = await pages.match(request)
        const page = response && readKept(response)
        const path = new URL(request.url).pathname
        return page && path !== OFFLINE_PATH ? [{ ...page, path }] : []
      }),
    )
    return kept.flat().reverse()
  } catch {
    return []
  }
}
