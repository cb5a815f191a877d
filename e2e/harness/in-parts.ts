import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'

/** Where a document can end for now: what stands in a line comes with it. */
const BLOCK = /<(?:body|div|header|section|article|figure|aside|nav|svg|h\d|p|[uod]l|li|dt|dd|table|tr)\b/g
/** What comes at once at least, in characters, and how much comes so: what is further down no window shows. */
const PART = 1500
const MOST = 48_000
/** Two frames, milliseconds: what has come is painted before the next part. */
const BETWEEN = 34

async function* parts(answer: Readable) {
  const document = await text(answer)
  let at = 0
  for (const { index } of document.matchAll(BLOCK)) {
    if (at > 0 && index < at + PART) continue
    yield document.slice(at, index)
    at = index
    if (at > document.indexOf('<body') + MOST) break
    await pause(BETWEEN)
  }
  yield document.slice(at)
}

/**
 * A site as a slow line has it: the body of each document comes a few elements at a time. All else comes as it is.
 *
 * @param address the site's
 * @returns the address of it on that line; it ends with the tests of the file
 */
export async function inParts(address: string): Promise<string> {
  const { host } = new URL(address)
  const line = createServer((asked, response) => {
    const isDocument = asked.headers['sec-fetch-dest'] === 'document'
    const headers = { ...asked.headers, host, ...(isDocument && { 'accept-encoding': 'identity' }) }
    const passed = request(address + asked.url, { method: asked.method, headers }, (answer) => {
      const { 'content-length': _, ...fields } = answer.headers
      response.writeHead(answer.statusCode ?? 502, isDocument ? fields : answer.headers)
      const sending = isDocument ? pipeline(answer, parts, response) : pipeline(answer, response)
      sending.catch(() => response.destroy())
    })
    passed.on('error', () => response.destroy())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  afterAll(() => {
    line.closeAllConnections()
    line.close()
  })
  return `http://localhost:${(line.address() as AddressInfo).port}`
}
