import { fetchJson } from '@fieldhouse/chain-data'

/** As long as the gateway itself tries, and some more, in milliseconds. */
const TIMEOUT = 25_000

export interface Read {
  signal?: AbortSignal
  /** The longest answer that is read, in bytes. */
  limit: number
}

/**
 * Reads JSON of the data API that no page shares.
 *
 * @throws DataError when nothing could be read
 */
export const readJson = (address: string, { signal, limit }: Read): Promise<{ body: unknown; age: number }> =>
  fetchJson(address, { signal, timeout: TIMEOUT, limit, fetch: (...request) => fetch(...request) })

/**
 * Reads a list of the asset index at the gateway: its rows, and how long ago the gateway learned them, milliseconds.
 *
 * @param path below `/api/v1/assets`
 * @throws DataError when nothing could be read, TypeError when it is no list
 */
export async function readIndex(path: string, query: Record<string, string>, read: Read) {
  const address = `/api/v1/assets${path}?${new URLSearchParams(query)}`
  const { body, age } = await readJson(address, read)
  const { data } = Object(body)
  if (!Array.isArray(data)) throw new TypeError(`${address} is no list`)
  return { rows: data as unknown[], age }
}
