import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { Client, Refused, TakenBack, Unreachable, Wrong } from './client.ts'
import { ship } from './command.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A gateway that answers by the path; what it was asked stands in `asked`. */
async function gateway(answers: Record<string, [status: number, answer: unknown, headers?: Record<string, string>]>) {
  const asked: { request: IncomingMessage; body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    asked.push({ request, body: Buffer.concat(pieces) })
    const [status, answer, headers] = answers[request.url ?? ''] ?? [404, {}]
    response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  ends.push(() => new Promise((closed) => server.close(closed)))
  const address = server.address()
  return { asked, to: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}

async function release(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhouse-ship-'))
  ends.push(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

/** An app that is built, in version 0.1.0. */
async function app(): Promise<string> {
  const folder = await release({
    'fieldhouse.config.mjs': "export default { edition: 'golf' }",
    'package.json': '{ "version": "0.1.0" }',
  })
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', 'release.json'), '{}')
  return folder
}

const SIZE = { files: 1, bytes: 2, firstPage: 3 }
const SHIPPED = { edition: 'golf', release: 'x', version: '0.1.0', lineup: 7, checked: [], size: SIZE }

it('sends what is missing with its compressed forms, and the token', async () => {
  const { asked, to } = await gateway({
    '/releases/editions/golf/missing': [200, { missing: ['b.js'] }],
    '/releases/editions/golf?as=canary&share=5%25&dry_run=true': [201, { release: 'x' }],
  })
  const folder = await release({
    'release.json': '{}',
    'build.json': 'build',
    'a.js': 'there',
    'a.js.br': 'there',
    'b.js': 'fresh',
    'b.js.br': 'packed',
    'bb.js': 'other',
  })
  const sent: number[] = []
  const client = new Client(`${to}/`, 'secret')
  const options = { as: 'canary', share: '5%', dry_run: true, break_glass: false } as const
  const shipped = await client.ship('golf', folder, options, '12', (bytes, all) => sent.push(bytes / all))
  expect(shipped).toEqual({ release: 'x' })
  const [question, upload] = asked
  expect(question?.body.toString()).toBe('{}')
  const names = ['release.json', 'build.json', 'b.js', 'b.js.br']
  expect(names.every((name) => upload?.body.includes(`${name}\0`))).toBe(true)
  expect(['there', 'other'].some((content) => upload?.body.includes(content))).toBe(false)
  expect(upload?.request.headers).toMatchObject({ authorization: 'Bearer secret', 'if-match': '"12"' })
  expect(sent.at(-1)).toBe(1)
})

it('prints where a preview is to be seen, and until when', async () => {
  const see = 'https://site.example/_preview/link'
  const { to } = await gateway({
    '/releases/editions/golf/missing': [200, { missing: [] }],
    '/releases/editions/golf?as=preview': [201, { ...SHIPPED, as: 'preview', see, seeUntil: '2026-11-29T18:00:00Z' }],
  })
  const printed: string[] = []
  const args = [await app(), '--preview', '--address', to.slice('http://'.length)]
  expect(await ship(args, (line) => printed.push(line))).toBe(0)
  expect(printed.join('\n')).toContain(`  see: ${see} until 2026-11-29T18:00:00Z`)
})

it('says what the gateway refuses, and what answers instead of one', async () => {
  const problem = { code: 'frozen', message: 'shipping is frozen', help: 'wait' }
  const folder = await release({ 'release.json': '{}' })
  const frozen = await gateway({ '/releases/editions/golf/missing': [423, problem] })
  const refused = new Client(frozen.to, '').ship('golf', folder, { as: 'stored' })
  await expect(refused).rejects.toThrow(Refused)
  await expect(refused).rejects.toMatchObject({ problem })
  const page = await gateway({ '/releases/editions/golf/missing': [200, '<html>'] })
  await expect(new Client(page.to, '').ship('golf', folder, { as: 'stored' })).rejects.toThrow(Unreachable)
  const moved = await gateway({ '/releases/editions/golf/missing': [307, ''] })
  await expect(new Client(moved.to, '').ship('golf', folder, { as: 'stored' })).rejects.toThrow(Unreachable)
  await expect(new Client(moved.to, '').ship('golf', tmpdir(), { as: 'stored' })).rejects.toThrow('build it first')
})

it('sends an upload for which there is no place again when the gateway says, for a minute at most', async () => {
  const folder = await release({ 'release.json': '{}' })
  const rate = { code: 'rate', message: 'two uploads are under way', help: 'wait until one is over' }
  const answers: Parameters<typeof gateway>[0] = {}
  const onceFull = (path: string, answer: object) => {
    let times = 0
    Object.defineProperty(answers, path, {
      get: () => (times++ === 0 ? [429, rate, { 'Retry-After': '1' }] : [200, answer]),
    })
  }
  onceFull('/releases/editions/golf/missing', { missing: [] })
  onceFull('/releases/editions/golf?as=stored', { release: 'x' })
  const { asked, to } = await gateway(answers)
  expect(await new Client(to, '').ship('golf', folder, { as: 'stored' })).toEqual({ release: 'x' })
  expect(asked.map(({ body }) => body.includes('release.json\0'))).toEqual([false, false, true, true])
  const long = await gateway({ '/releases/editions/golf/missing': [429, rate, { 'Retry-After': '61' }] })
  await expect(new Client(long.to, '').ship('golf', folder, { as: 'stored' })).rejects.toThrow(Refused)
})

it('waits for the verdict on a canary', async () => {
  const reports = (state: string) => ({
    verdict: { state, text: 'holds: as good as live', canary: { release: 'new' } },
  })
  const ended = { editions: { golf: { before: { canary: { release: 'new' } }, after: {} } } }
  const answers: Parameters<typeof gateway>[0] = {
    '/releases/lineup': [200, { editions: { golf: { live: 'old', canary: { release: 'new' } } } }],
    '/releases/editions/golf/reports': [200, reports('watching')],
    '/releases/journal?edition=golf&limit=20': [
      200,
      { entries: [{ reason: 'the sale' }, { reason: 'three times the errors', ...ended }] },
    ],
  }
  const { to } = await gateway(answers)
  const client = new Client(to, '')
  await expect(client.verdict('golf', 'new', 0)).rejects.toThrow('is still a canary, without a verdict')
  answers['/releases/editions/golf/reports'] = [200, reports('holds')]
  await expect(client.verdict('golf', 'new', 0)).resolves.toBe('holds: as good as live')
  answers['/releases/lineup'] = [200, { editions: { golf: { live: 'new' } } }]
  await expect(client.verdict('golf', 'new', 0)).resolves.toBeUndefined()
  answers['/releases/lineup'] = [200, { editions: { golf: { live: 'old' } } }]
  await expect(client.verdict('golf', 'new', 0)).rejects.toThrow(TakenBack)
  await expect(client.verdict('golf', 'new', 0)).rejects.toThrow('three times the errors')
})

it('waits on while the gateway starts anew, and no longer', async () => {
  let shift = 0
  const now = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + shift)
  ends.push(() => clock.mockRestore())
  const answers: Parameters<typeof gateway>[0] = {
    '/releases/lineup': [200, { editions: { golf: { live: 'new' } } }],
  }
  const { to, asked } = await gateway(answers)
  let waitsFor: () => [number, unknown] = () => [502, '<html>']
  Object.defineProperty(answers, '/releases/editions/golf/reports', { get: () => waitsFor() })
  const client = new Client(to, '')
  const live = client.verdict('golf', 'new', 60_000)
  await vi.waitFor(() => expect(asked.length).toBe(1))
  waitsFor = () => [200, {}]
  await expect(live).resolves.toBeUndefined()
  waitsFor = () => {
    shift += 60_000
    return [502, '<html>']
  }
  await expect(client.verdict('golf', 'new', 3_600_000)).rejects.toThrow(Unreachable)
})

it('prints one object with what became of the canary', async () => {
  const verdict = { state: 'holds', text: 'as good as live', canary: { release: 'x' } }
  const lineup = { version: 6, editions: { golf: { live: 'old', canary: { release: 'x' } } } }
  const answers: Parameters<typeof gateway>[0] = {
    '/releases/lineup': [200, lineup],
    '/releases/editions/golf/missing': [200, { missing: [] }],
    '/releases/editions/golf?as=canary&share=5%25': [201, { ...SHIPPED, as: 'canary' }],
    '/releases/editions/golf/reports': [200, { verdict }],
    '/releases/journal?edition=golf&limit=20': [200, { entries: [] }],
  }
  const { to } = await gateway(answers)
  const args = [await app(), '--canary', '5%', '--wait', '--json', '--address', to]
  const told = async () => {
    const printed: string[] = []
    const code = await ship(
      args,
      (line) => printed.push(line),
      () => {},
    )
    return [code, JSON.parse(printed.join('\n'))]
  }
  const became = { edition: 'golf', release: 'x' }
  expect(await told()).toEqual([
    0,
    { ...SHIPPED, as: 'canary', outcome: { ...became, outcome: 'holds', reason: 'as good as live', verdict } },
  ])
  answers['/releases/editions/golf/reports'] = [200, {}]
  answers['/releases/lineup'] = [200, { version: 7, editions: { golf: { live: 'old' } } }]
  expect(await told()).toMatchObject([5, { outcome: { ...became, outcome: 'withdrawn', reason: 'nobody said why' } }])
})

it('is for the lineup that it has read, and with --force for any', async () => {
  const build = { revision: '1a2b3c4', dirty: true, committedAt: '2026-11-24T12:00:00Z', subject: 'Raise the odds' }
  const conflict = { code: 'conflict', message: 'anna made y live', help: 'look at it, or --force' }
  const { asked, to } = await gateway({
    '/releases/lineup': [200, { version: 6, editions: {} }],
    '/releases/editions/golf/missing': [200, { missing: [] }],
    '/releases/editions/golf?as=live': [201, { ...SHIPPED, build, as: 'live', endsCanary: 'z' }],
    '/releases/editions/golf?as=live&reason=late': [412, conflict],
  })
  const folder = await app()
  const printed: string[] = []
  const quiet = () => {}
  const run = (...args: string[]) => ship([folder, '--address', to, ...args], (line) => printed.push(line), quiet)
  const ifMatch = () => asked.at(-1)?.request.headers['if-match']
  expect(await run()).toBe(0)
  expect(ifMatch()).toBe('"6"')
  expect(printed.join('\n')).toContain('golf x (0.1.0, 1a2b3c4-dirty of 2026-11-24: Raise the odds) live in lineup 7')
  expect(printed.join('\n')).toContain('canary: z ended')
  expect(await run('--force')).toBe(0)
  expect(ifMatch()).toBeUndefined()
  expect(await run('--reason', 'late')).toBe(4)
  expect(printed.at(-1)).toContain('anna made y live')
  expect(await run('--force', '--if-match', '3')).toBe(2)
})

it('makes nothing live where the share of a canary is empty', async () => {
  const { asked, to } = await gateway({
    '/releases/lineup': [200, { version: 6, editions: {} }],
    '/releases/editions/golf/missing': [200, { missing: [] }],
    '/releases/editions/golf?as=live': [201, { ...SHIPPED, as: 'live' }],
  })
  const said: string[] = []
  const args = [await app(), '--address', to, '--canary', '']
  expect(await ship(args, undefined, (line) => said.push(line))).toBe(2)
  expect(said[0]).toContain('--canary: write a share of the visitors, such as 5%')
  expect(asked).toEqual([])
})

it.each(['http://releases.example', 'http://127.0.0.1.example', 'http://localhost.example'])(
  'keeps the token from the network: %s',
  (to) => {
    expect(() => new Client(to, 'secret')).toThrow(Wrong)
  },
)

it.each(['the token is\nsecret', 'sécret', 'secret secret'])('prints no token that is none: %j', async (token) => {
  const file = join(await release({ token }), 'token')
  const said: string[] = []
  const print = (line: string) => said.push(line)
  expect(await ship([await app(), '--address', 'http://localhost:1', '--token-file', file], print, print)).toBe(2)
  expect(said.join('\n')).toMatch(/^the token is one line/)
  expect(said.join('\n')).not.toMatch(/s[eé]cret/)
})

it.each(['https://releases.example', 'http://localhost:2019', 'http://127.0.0.1:1', 'http://[::1]:1'])(
  'asks %s',
  (to) => {
    expect(new Client(to, 'secret')).toBeInstanceOf(Client)
  },
)

it.each(['releases.example', 'ftp://releases.example', ''])('knows %j for no address', (to) => {
  expect(() => new Client(to, '')).toThrow(Wrong)
})
