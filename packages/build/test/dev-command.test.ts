import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { main } from '../src/cli.ts'
import { startGateway } from '../src/testing/gateway.ts'

let temporary: string
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'fieldhouse-dev-'))
})
afterAll(() => rm(temporary, { recursive: true, force: true }))

/** Runs the command for an app of an edition. Answers its exit code and what it printed. */
async function dev(edition: string, ...args: string[]) {
  const folder = join(temporary, edition)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'fieldhouse.config.mjs'), `export default { edition: ${JSON.stringify(edition)} }\n`)
  await writeFile(join(folder, 'package.json'), '{ "version": "1.0.0" }')
  return run('dev', folder, '--port', '0', ...args)
}

/** Runs the command line. Answers its exit code and what it printed. */
async function run(...args: string[]) {
  const said: string[] = []
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line) => said.push(String(line))),
  )
  const code = await main(args).finally(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return { code, said: said.join('\n') }
}

it.each([
  ['without a gateway', [], 'write the origin of a site'],
  ['a path of a site', ['--gateway', 'https://site.example/football'], 'write the origin of a site'],
  ['another protocol', ['--gateway', 'ftp://site.example'], 'write the origin of a site'],
  ['a network that anybody reads', ['--gateway', 'http://site.example'], 'use https'],
  ['a port that is none', ['--gateway', 'https://site.example', '--port', '70000'], 'the port 70000 is none'],
  ['an option that it does not know', ['--gatway', 'https://site.example'], '--gatway'],
])('says how it is called: %s', async (_, args, said) => {
  const answer = await dev('rugby', ...args)
  expect(answer.code).toBe(2)
  expect(answer.said).toContain(said)
  expect(answer.said).toContain('fieldhouse-build dev [folder] --gateway <origin>')
})

it('says what it does', async () => {
  expect(await dev('rugby', '--help')).toMatchObject({ code: 0, said: expect.stringContaining('--gateway <origin>') })
})

it.each(['host', 'shell'])('the %s is the gateway’s', async (edition) => {
  const { code, said } = await dev(edition, '--gateway', 'https://site.example')
  expect([code, said]).toEqual([2, expect.stringContaining("is the gateway's here")])
})

it('ends where no gateway answers, or something else does, before anything is built', async () => {
  const server = await startGateway()
  server.instead = (_, response) => Boolean(response.end('hello'))
  const gateway = server.url.origin
  expect(await dev('rugby', '--gateway', gateway)).toMatchObject({ code: 1, said: expect.stringContaining('no page') })
  await server.close()
  const gone = await dev('rugby', '--gateway', gateway)
  expect(gone).toMatchObject({ code: 3, said: expect.stringContaining('cannot be reached') })
})

it('says what is wrong with a folder that holds no app, and with a port that is taken', async () => {
  const gateway = ['--gateway', 'https://site.example']
  expect(await run('dev', temporary, ...gateway)).toEqual({
    code: 1,
    said: expect.stringContaining("an app needs this file with its edition's name"),
  })
  const server = await startGateway()
  const { port } = server.url
  const taken = await dev('rugby', ...gateway, '--port', port)
  await server.close()
  expect(taken).toEqual({
    code: 1,
    said: expect.stringContaining(`the port ${port} cannot be opened: choose another by PORT or --port`),
  })
})
