import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { ask as request } from '../../scripts/lib/ask.mjs'

export const ROW = '/api/v1/rows/drops'

/** How long rows are fresh, and answered at all, in seconds, where the checks are of stale ones. */
export const STALE = { soft: 1, hard: 15 }

/** One request of a server's, on a connection of its own. */
export const ask = ({ address, host }, { method, path = ROW, headers = {} } = {}) =>
  request(`http://${address}${path}`, { method, headers: { Host: host, ...headers } })

const hit = ({ headers }) => /^fieldhouse;hit;ttl=-?\d+/.test(headers['cache-status'] ?? '')

/** The answer that a request without conditions gets, and its ETag. */
async function whole(server, headers = {}) {
  const answer = await ask(server, { headers })
  if (answer.status !== 200) throw new Error(`${ROW} is answered ${answer.status}`)
  return { ...answer, etag: answer.headers.etag }
}

/** A check of what If-None-Match is answered; `tag` makes its value of the ETag. */
const condition = (rule, tag, status) => ({
  rule,
  test: async (server) => {
    const { etag } = await whole(server)
    const got = await ask(server, { headers: { 'If-None-Match': tag(etag) } })
    return got.status === status || `${got.status}`
  },
})

/** A check that a request which asks for something else gets the whole answer out of the cache. */
const ignored = (rule, headers) => ({
  rule,
  test: async (server) => {
    const { body } = await whole(server)
    const got = await ask(server, { headers })
    return (got.status === 200 && hit(got) && got.body.equals(body)) || `${got.status} ${got.headers['cache-status']}`
  },
})

/** A check that a method is refused, says what is allowed and changes nothing (RFC 9110, section 15.5.6). */
const refused = (method) => ({
  rule: `${method} is 405 with Allow, and the answer stays (9110, 15.5.6; invalidation)`,
  test: async (server) => {
    const { etag } = await whole(server)
    const got = await ask(server, { method })
    const after = await whole(server)
    return (
      (got.status === 405 && got.headers.allow === 'GET, HEAD' && after.etag === etag && hit(after)) ||
      `${got.status} ${got.headers.allow}`
    )
  },
})

const DECODE = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

/** A check of one content coding. */
const coded = (coding) => ({
  rule: `${coding}: the same bytes, an ETag of its own, Vary (9110, 8.8.3.3; vary)`,
  test: async (server) => {
    const plain = await whole(server)
    const got = await whole(server, { 'Accept-Encoding': coding })
    const again = await ask(server, { headers: { 'Accept-Encoding': coding, 'If-None-Match': got.etag } })
    return (
      (got.headers['content-encoding'] === coding &&
        got.etag !== plain.etag &&
        /\baccept-encoding\b/i.test(got.headers.vary) &&
        /\baccept-encoding\b/i.test(plain.headers.vary) &&
        DECODE[coding](got.body).equals(plain.body) &&
        again.status === 304) ||
      `${got.headers['content-encoding']} ${got.etag} ${got.headers.vary} ${again.status}`
    )
  },
})

/** What is asked while the answer is fresh. Each is true, or says what was found. */
export const checks = [
  {
    rule: 'kept: a hit with its ttl, Age, Date, no-cache (9111, 5.1; 9211, 2.1, 2.4; freshness)',
    test: async (server) => {
      const got = await whole(server)
      const { age, date, 'cache-control': control } = got.headers
      return (
        (hit(got) && /^\d+$/.test(age) && !Number.isNaN(Date.parse(date)) && control === 'no-cache') ||
        JSON.stringify(got.headers)
      )
    },
  },
  {
    rule: 'the length is the body’s (9110, 8.6)',
    test: async (server) => {
      const { headers, body } = await whole(server)
      return Number(headers['content-length']) === body.length || headers['content-length']
    },
  },
  condition('304 for its ETag (9110, 13.1.2; conditional-etag-strong-respond)', (etag) => etag, 304),
  condition('304 for it as a weak one (conditional-etag-weak-respond)', (etag) => `W/${etag}`, 304),
  condition('304 for a list with it first (…-multiple-first)', (etag) => `${etag}, "a", "b"`, 304),
  condition('304 for a list with it second (…-multiple-second)', (etag) => `"a", ${etag}, "b"`, 304),
  condition('304 for a list with it last (…-multiple-last)', (etag) => `"a", "b", ${etag}`, 304),
  condition('304 for * (9110, 13.1.2)', () => '*', 304),
  condition('200 for another ETag (conditional-inm)', () => '"another"', 200),
  condition('200 for it without quotes (…-quoted-respond-unquoted)', (etag) => etag.replaceAll('"', ''), 200),
  {
    rule: '304 has what the 200 has, and no body (9110, 15.4.5; conditional-etag-vary-headers)',
    test: async (server) => {
      const full = await whole(server)
      const got = await ask(server, { headers: { 'If-None-Match': full.etag } })
      const same = ['etag', 'cache-control', 'vary'].filter((name) => got.headers[name] !== full.headers[name])
      return (
        (got.status === 304 && same.length === 0 && got.body.length === 0 && !got.headers['content-length']) ||
        `${same.join()} ${got.body.length} bytes`
      )
    },
  },
  {
    rule: 'If-None-Match goes before If-Modified-Since (9110, 13.2.2; conditional-etag-precedence)',
    test: async (server) => {
      const { etag } = await whole(server)
      const past = { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:01 GMT' }
      const future = { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' }
      const matches = await ask(server, { headers: { 'If-None-Match': etag, ...past } })
      const differs = await ask(server, { headers: { 'If-None-Match': '"another"', ...future } })
      return (matches.status === 304 && differs.status === 200) || `${matches.status} and ${differs.status}`
    },
  },
  ignored('If-Modified-Since alone: whole, as nothing has Last-Modified (9110, 13.1.3; conditional-lm-fresh-no-lm)', {
    'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT',
  }),
  {
    rule: 'HEAD is GET without the body (9110, 9.3.2; method)',
    test: async (server) => {
      const full = await whole(server)
      const got = await ask(server, { method: 'HEAD' })
      const different = ['etag', 'content-length', 'content-type', 'vary', 'cache-control'].filter(
        (name) => got.headers[name] !== full.headers[name],
      )
      const known = await ask(server, { method: 'HEAD', headers: { 'If-None-Match': full.etag } })
      return (
        (got.status === 200 && different.length === 0 && got.body.length === 0 && hit(got) && known.status === 304) ||
        `${got.status} ${different.join()} ${known.status}`
      )
    },
  },
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(refused),
  ...['gzip', 'br', 'zstd'].map(coded),
  ignored('Range: whole (9110, 14.2: may be ignored; partial)', { Range: 'bytes=0-9' }),
  ignored('If-Range: whole (9110, 13.1.5)', { Range: 'bytes=0-9', 'If-Range': '"another"' }),
  ...['no-cache', 'no-store', 'max-age=0', 'min-fresh=99999', 'only-if-cached'].map((directive) =>
    ignored(`Cache-Control: ${directive} of a request costs no node anything (9111, 5.2.1)`, {
      'Cache-Control': directive,
    }),
  ),
  ignored('Pragma: no-cache of a request, neither (9111, 5.4)', { Pragma: 'no-cache' }),
  ignored('Cookie and Authorization: the same answer for all (vary, authorization)', {
    Cookie: 'a=b',
    Authorization: 'Bearer x',
  }),
  {
    rule: 'what a query cannot mean is refused, and the refusal not kept',
    test: async (server) => {
      await ask(server, { path: `${ROW}?unknown=1` })
      const got = await ask(server, { path: `${ROW}?unknown=1` })
      return (got.status === 400 && !hit(got) && got.headers['cache-control'] === 'no-store') || `${got.status}`
    },
  },
]

/** What is asked after the nodes are gone, in this order, each until it holds. */
export const stale = [
  {
    rule: 'past its lifetime: a hit with a negative ttl and its Age (9111, 4.2.4; 9211, 2.4; stale-close)',
    test: async (server) => {
      const got = await ask(server)
      const ttl = Number(/;ttl=(-?\d+)/.exec(got.headers['cache-status'])?.[1])
      return (
        (got.status === 200 && ttl < 0 && Number(got.headers.age) >= STALE.soft) ||
        `${got.status} ${got.headers['cache-status']}`
      )
    },
  },
  {
    rule: 'too old: an error that nobody keeps (9111, 4.2.4)',
    test: async (server) => {
      const got = await ask(server)
      return (got.status >= 500 && got.headers['cache-control'] === 'no-store') || `${got.status}`
    },
  },
]
