import { ask } from '../../scripts/lib/ask.mjs'

/** What belongs to one connection, one moment or one server, and not to an answer. */
const OMITTED = ['date', 'server', 'connection', 'keep-alive', 'transfer-encoding']

/** What browsers say. */
export const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd', 'Accept-Language': 'en' }

/**
 * Takes an answer down as it comes, in its encoding, for the commands that write it again.
 * @returns an answer of gateway/bench/fixed
 * @throws Error for anything but a whole 200
 */
export async function record(address, path, headers = {}) {
  const { status, headersDistinct, body } = await ask(new URL(path, address), { headers })
  if (status !== 200) throw new Error(`recording ${path}: the answer is ${status}, want 200`)
  return {
    path: path.split('?')[0],
    status,
    header: { ...kept(headersDistinct), 'Content-Length': [String(body.length)] },
    body: body.toString('base64'),
  }
}

/** The fields of a header as Go's http.Header has them in JSON. */
function kept(headersDistinct) {
  const fields = Object.entries(headersDistinct).filter(([name]) => !OMITTED.includes(name))
  return Object.fromEntries(fields.map(([name, values]) => [canonical(name), values]))
}

/** `content-type` as `Content-Type`: Go writes names as they stand in a map. */
export const canonical = (name) => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())
