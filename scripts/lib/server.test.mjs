import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ask, statusOf } from './ask.mjs'
import { Problem } from './problem.mjs'
import { startServer } from './server.mjs'

const folder = await mkdtemp(join(tmpdir(), 'fieldhouse-server-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const log = join(folder, 'server.log')
const node = (script) => [process.execPath, '-e', script]

it('answers once a server is ready, keeps what it prints, and ends it', async () => {
  const said = []
  const server = await startServer({
    name: 'It',
    command: node("console.log('open'); setInterval(() => {}, 60_000)"),
    log,
    ready: async () => said.length > 0 || 'nothing',
    onLine: (line) => said.push(line),
  })
  expect((await server.stop()).signal).toBe('SIGTERM')
  expect(said).toEqual(['open'])
  expect(await readFile(log, 'utf8')).toBe('open\n')
})

it.each([
  ['ends before', node("console.log('oh'); process.exit(3)"), 'the process ended with exit code 3', 'oh'],
  ['is not there', [join(folder, 'none')], `${join(folder, 'none')} cannot be run (ENOENT)`, ''],
  ['is never ready', node('setInterval(() => {}, 60_000)'), 'a 404 for 0.2 seconds', ''],
])('says why a server that %s did not start', async (_, command, why, output) => {
  const within = why.startsWith('a 404') ? 200 : 30_000
  const ready = async () => 'a 404'
  const failure = await startServer({ name: 'It', command, log, ready, within }).catch((error) => error)
  expect(failure).toBeInstanceOf(Problem)
  expect(failure.message).toBe(`It did not start: ${why}; its last words stand above, all of them in ${log}.`)
  expect(failure.output).toBe(output)
})

it('asks in the name of another host and takes the answer in its coding', async () => {
  const server = createServer((request, response) => {
    response.writeHead(203, { 'Content-Encoding': 'br', 'X-Asked': `${request.method} ${request.headers.host}` })
    response.end('not brotli')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${server.address().port}/`
  const { status, headers, body } = await ask(address, { method: 'PUT', headers: { Host: 'other:1' } })
  expect([status, headers['x-asked'], body.toString()]).toEqual([203, 'PUT other:1', 'not brotli'])
  expect(await statusOf(address)).toBe(203)
  await new Promise((resolve) => server.close(resolve))
  expect(await statusOf(address)).toBeNull()
})
