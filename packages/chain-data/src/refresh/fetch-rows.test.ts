import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchRows, REQUEST_TIMEOUT, RefusedError } from './fetch-rows'

let server: Server
let answer: RequestListener
let address: string

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/rows/drops`
})
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const read = (etag: string | null = null, signal = new AbortController().signal) =>
  fetchRows(address, etag, signal, fetch)

describe('fetchRows', () => {
  it('reads rows with their ETag and the bounds of the time', async () => {
    answer = (_, response) => {
      response.setHeader('ETag', '"v1"')
      response.setHeader('Date', 'Fri, 27 Nov 2026 14:00:00 GMT')
      response.end('{"rows":[{"drop_id":1}],"more":false,"next_key":""}')
    }
    const { rows, etag, time } = await read()
    const date = Date.UTC(2026, 10, 27, 14)
    expect([rows, etag, time?.earliest]).toEqual([[{ drop_id: 1 }], '"v1"', date])
    expect(time && time.latest - date).toBeGreaterThanOrEqual(1000)
    expect(time && time.latest - date).toBeLessThan(REQUEST_TIMEOUT)
  })

  it('asks with the ETag, and knows no rows of a 304', async () => {
    let condition: string | undefined
    answer = (request, response) => {
      condition = request.headers['if-none-match']
      response.writeHead(304).end()
    }
    expect(await read('W/"v1-gzip"')).toMatchObject({ rows: null, etag: 'W/"v1-gzip"' })
    expect(condition).toBe('W/"v1-gzip"')
  })

  it.each([
    [503, '7', 7000],
    [429, 'Fri, 27 Nov 2026 14:00:00 GMT', 0],
    [400, '', 0],
    [304, '', 0],
  ])('refuses a status of %s with Retry-After %j', async (status, retryAfter, wait) => {
    answer = (_, response) => {
      if (retryAfter) response.setHeader('Retry-After', retryAfter)
      response.writeHead(status).end()
    }
    await expect(read()).rejects.toMatchObject({ constructor: RefusedError, retryAfter: wait })
    await expect(read()).rejects.toThrow(`${status}`)
  })

  it.each(['{"rows":{}}', 'null', '[]'])('refuses the body %s', async (body) => {
    answer = (_, response) => response.end(body)
    await expect(read()).rejects.toThrow('has no rows')
  })

  it('fails on a body that is no JSON', async () => {
    answer = (_, response) => response.end('<html>')
    await expect(read()).rejects.toThrow(SyntaxError)
  })

  it('ends when the signal says so', async () => {
    const stop = new AbortController()
    answer = () => stop.abort()
    await expect(read(null, stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('gives up an answer that never ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    answer = (_, response) => {
      response.write('{"rows":[')
      vi.advanceTimersByTime(REQUEST_TIMEOUT)
    }
    await expect(read()).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
