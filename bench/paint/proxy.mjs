import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import { emptyFragments, withoutTrustedTypes } from './fragments.mjs'

/** Caddy's and ours; the body's own are written anew. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding']

/**
 * Stands before the site and passes everything on, pages with their fragments or without. Both forms of a page go through
 * it and are compressed by it, so that the fragments are all that differs.
 *
 * @returns {Promise<{address: string, close: () => Promise<void>}>}
 */
export async function startProxy(site, { withFragments }) {
  const { hostname, port, host } = new URL(site)
  const server = createServer((visitor, answer) => {
    const wantsPage = visitor.headers.accept?.includes('text/html') ?? false
    const headers = { ...visitor.headers, host, ...(wantsPage ? { 'accept-encoding': 'identity' } : {}) }
    const upstream = ask(
      { hostname, port, path: visitor.url, method: visitor.method, headers, timeout: 10_000 },
      (response) => {
        const isPage = response.headers['content-type']?.startsWith('text/html') ?? false
        const passed = Object.fromEntries(
          Object.entries(response.headers).filter(([name]) => !HOP_BY_HOP.includes(name)),
        )
        if (!isPage) {
          answer.writeHead(response.statusCode, passed)
          response.pipe(answer)
          return
        }
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          try {
            const html = Buffer.concat(chunks).toString()
            const body = compress(withFragments ? html : emptyFragments(html))
            answer.writeHead(response.statusCode, {
              ...passed,
              'content-security-policy': withoutTrustedTypes(passed['content-security-policy'] ?? ''),
              'content-encoding': 'br',
              'content-length': body.length,
            })
            answer.end(body)
          } catch (error) {
            answer.writeHead(502).end(String(error))
          }
        })
      },
    )
    upstream.once('timeout', () => upstream.destroy(new Error('no answer in 10 s')))
    upstream.once('error', (error) => {
      if (answer.headersSent) answer.destroy(error)
      else answer.writeHead(502).end(String(error))
    })
    visitor.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://localhost:${server.address().port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** As the gateway compresses what it composes while visitors wait. */
const compress = (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
