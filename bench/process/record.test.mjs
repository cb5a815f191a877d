import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { canonical, record } from './record.mjs'

const servers = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

async function serve(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}`
}

it('takes an answer down as it came', async () => {
  const address = await serve((request, response) => {
    expect(request.headers['accept-encoding']).toBe('br')
    response.writeHead(200, { 'Content-Encoding': 'br', ETag: '"1"' })
    response.end(Buffer.from([1, 2, 255]))
  })
  expect(await record(address, '/a?b=c', { 'Accept-Encoding': 'br' })).toEqual({
    path: '/a',
    status: 200,
    header: { 'Content-Encoding': ['br'], Etag: ['"1"'], 'Content-Length': ['3'] },
    body: Buffer.from([1, 2, 255]).toString('base64'),
  })
})

it('refuses what is no 200', async () => {
  const address = await serve((_, response) => response.writeHead(503).end())
  await expect(record(address, '/a')).rejects.toThrow('503')
})

it('writes names as Go does', () => {
  expect(['etag', 'content-type', 'x-chain-head'].map(canonical)).toEqual(['Etag', 'Content-Type', 'X-Chain-Head'])
})
