import { fetchJson } from '@fieldhouse/chain-data'

/** As long as the gateway itself tries, and some more, in milliseconds. */
const TIMEOUT = 25_000

export interface IndexRead {
  signal: AbortSignal
  /** The longest answer that is read, in bytes. */
  limit: number
}

/**
 * Reads a list of the asset index at the gateway: its rows, and how long ago the gateway learned them, milliseconds.
 *
 * @param path below `/api/v1/assets`
 * @throws DataError when nothing could be read, TypeError when it is no list
 */
export async function readIndex(path: string, query: Record<string, string>, { signal, limit }: IndexRead) {
  const address = `/api/v1/assets${path}?${new URLSearchParams(query)}`
  const { body, age } = await fetchJson(address, {
    signal,
    timeout: TIMEOUT,
    limit,
    fetch: (...request) => fetch(...request),
  })
  const { data } = Object(body)
  if (!Array.isArray(data)) throw new TypeError(`${address} is no list`)
  return { rows: data as unknown[], age }
}
