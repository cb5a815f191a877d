import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataError, fetchJson, REQUEST_TIMEOUT, type Request } from './request'
import { fakeTimeOuts } from './testing/time-outs'

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

const read = (request: Partial<Request> = {}) => fetchJson(address, { fetch, ...request })

describe('fetchJson', () => {
  it("reads JSON with its ETag, the chain's head and the bounds of the time", async () => {
    answer = (_, response) => {
      response.setHeader('ETag', '"v1"')
      response.setHeader('X-Chain-Head', '259811234')
      response.setHeader('Date', 'Fri, 27 Nov 2026 14:00:00 GMT')
      response.end('{"rows":[{"drop_id":1}],"more":false,"next_key":""}')
    }
    const { body, etag, block, time } = await read()
    const date = Date.UTC(2026, 10, 27, 14)
    expect([body, etag, block]).toEqual([{ rows: [{ drop_id: 1 }], more: false, next_key: '' }, '"v1"', 259811234])
    expect(time?.earliest).toBeGreaterThanOrEqual(date)
    expect(time && time.latest - time.earliest).toBeGreaterThanOrEqual(1000)
    expect(time && time.latest - date).toBeLessThan(REQUEST_TIMEOUT)
  })

  it('counts on from the head of an answer whose body is slow', async () => {
    let now = 100
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const pull = (controller: ReadableStreamDefaultController) => {
      now += 5000
      controller.enqueue(new TextEncoder().encode('{}'))
      controller.close()
    }
    // Nothing is read ahead.
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const headers = { Date: 'Fri, 27 Nov 2026 14:00:00 GMT' }
    const slow = async () => {
      now += 40
      return new Response(body, { headers })
    }
    const { time } = await read({ fetch: slow })
    const date = Date.UTC(2026, 10, 27, 14)
    expect(time).toEqual({ earliest: date + 5000, latest: date + 6040 })
  })

  it('asks with the ETag, and has no body of a 304', async () => {
    let condition: string | undefined
    answer = (request, response) => {
      condition = request.headers['if-none-match']
      response.writeHead(304).end()
    }
    expect(await read({ etag: '"v1-gz"' })).toMatchObject({ body: undefined, etag: '"v1-gz"', block: 0 })
    expect(condition).toBe('"v1-gz"')
  })

  it('joins characters that two chunks share', async () => {
    const bytes = Buffer.from('{"label":"Ñandú – café"}')
    answer = (_, response) => {
      for (const byte of bytes) response.write(Buffer.of(byte))
      response.end()
    }
    expect((await read()).body).toEqual({ label: 'Ñandú – café' })
  })

  it.each([
    [429, '7', 'busy', 7000],
    [503, '2', 'busy', 2000],
    [503, 'Fri, 27 Nov 2026 14:00:00 GMT', 'busy', 0],
    [502, '', 'failed', 0],
    [504, '', 'failed', 0],
    [408, '', 'failed', 0],
    [400, '', 'refused', 0],
    [404, '', 'refused', 0],
    [304, '', 'refused', 0],
  ])('takes a status of %s with Retry-After %j as %s', async (status, retryAfter, reason, wait) => {
    answer = (_, response) => {
      if (retryAfter) response.setHeader('Retry-After', retryAfter)
      response.writeHead(status).end()
    }
    const error = await read().catch((error) => error)
    expect(error).toBeInstanceOf(DataError)
    expect(error).toMatchObject({ name: 'DataError', reason, status, retryAfter: wait })
    expect(error.message).toMatch(new RegExp(`^reading ${address}: status ${status}; \\w`))
  })

  it.each([
    ['rows', '{"code":429,"message":"too many questions"}', 'status 429, too many questions; wait'],
    ['the feed', '{"status":"error","message":"You are converting"}', 'status 429, You are converting; wait'],
    ['assets', '{"success":false,"message":"Rate limit"}', 'status 429, Rate limit; wait'],
    ['a proxy', '<html>', 'status 429; wait'],
    ['nobody', 'null', 'status 429; wait'],
    ['a long talker', JSON.stringify({ message: 'x'.repeat(5000) }), `status 429, ${'x'.repeat(300)}; wait`],
    ['one without an end', `{"message":"${'x'.repeat(20_000)}"}`, 'status 429; wait'],
  ])('says what %s says of a refusal', async (_, body, sentence) => {
    answer = (_, response) => response.writeHead(429).end(body)
    await expect(read()).rejects.toThrow(sentence)
  })

  it.each(['<html>', '', '{"rows":['])('says that %j is no JSON', async (body) => {
    answer = (_, response) => response.end(body)
    await expect(read()).rejects.toMatchObject({ reason: 'unreadable', message: expect.stringContaining('is no JSON') })
  })

  it('reads no more than the limit, of what is packed as well', async () => {
    answer = (_, response) => {
      response.setHeader('Content-Encoding', 'gzip')
      response.end(gzipSync(`"${'x'.repeat(100_000)}"`))
    }
    await expect(read({ limit: 10_000 })).rejects.toMatchObject({ reason: 'oversized' })
    expect((await read({ limit: 100_002 })).body).toHaveLength(100_000)
  })

  it('ends when the signal says so, with its reason', async () => {
    const stop = new AbortController()
    answer = () => stop.abort()
    await expect(read({ signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('ends in the middle of an answer too', async () => {
    const stop = new AbortController()
    answer = (_, response) => {
      response.write('{"rows":[')
      setImmediate(() => stop.abort('left'))
    }
    await expect(read({ signal: stop.signal })).rejects.toBe('left')
  })

  it('gives up an answer that never ends', async () => {
    fakeTimeOuts()
    answer = (_, response) => {
      response.write('{"rows":[')
      vi.advanceTimersByTime(REQUEST_TIMEOUT)
    }
    await expect(read()).rejects.toMatchObject({
      reason: 'timeout',
      message: expect.stringContaining(`no whole answer after ${REQUEST_TIMEOUT} ms; try again`),
    })
  })

  it('says that the gateway cannot be reached, with the cause', async () => {
    answer = (request) => request.socket.destroy()
    const error = await read().catch((error) => error)
    expect(error).toMatchObject({ reason: 'offline', status: 0 })
    expect(error.cause).toBeInstanceOf(TypeError)
    expect(error.message).toContain('check the connection and try again')
  })
})
