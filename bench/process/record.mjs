import { get } from 'node:http'

/** What belongs to one connection, one moment or one server, and not to an answer. */
const OMITTED = ['date', 'server', 'connection', 'keep-alive', 'transfer-encoding']

const MAX_BODY = 16e6
const TIMEOUT = 10_000

/** What browsers say. */
export const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd', 'Accept-Language': 'en' }

/**
 * Takes an answer down as it comes, in its encoding, for the commands that write it again.
 * @returns an answer of gateway/bench/answer
 * @throws Error for anything but a whole 200
 */
export function record(address, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = get(new URL(path, address), { headers, timeout: TIMEOUT, agent: false }, (response) => {
      const parts = []
      let size = 0
      response.on('data', (part) => {
        parts.push(part)
        size += part.length
        if (size > MAX_BODY) request.destroy(new Error(`${path} has more than ${MAX_BODY} bytes`))
      })
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode !== 200) {
          reject(new Error(`recording ${path}: the answer is ${response.statusCode}, want 200`))
          return
        }
        resolve({
          path: path.split('?')[0],
          status: 200,
          header: { ...kept(response), 'Content-Length': [String(size)] },
          body: Buffer.concat(parts).toString('base64'),
        })
      })
    })
    request.once('timeout', () => request.destroy(new Error(`recording ${path}: no answer in ${TIMEOUT} ms`)))
    request.once('error', reject)
  })
}

/** The fields of a header as Go's http.Header has them in JSON. */
function kept({ headersDistinct }) {
  const fields = Object.entries(headersDistinct).filter(([name]) => !OMITTED.includes(name))
  return Object.fromEntries(fields.map(([name, values]) => [canonical(name), values]))
}

/** `content-type` as `Content-Type`: Go writes names as they stand in a map. */
export const canonical = (name) => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())
