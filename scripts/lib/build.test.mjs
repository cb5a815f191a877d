import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildComposer, buildGateway, goBuild, goEnvironment, version } from './build.mjs'
import { binary, composer, root } from './paths.mjs'
import { Problem } from './problem.mjs'

const silent = { step: () => ({ detail: () => {}, done: () => {}, fail: () => {} }) }

it('says in one sentence that the Go modules cannot be downloaded', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'fieldhouse-modules-'))
  vi.stubEnv('GOMODCACHE', empty)
  vi.stubEnv('GOPROXY', 'http://127.0.0.1:9')
  const failure = await buildGateway(silent).catch((error) => error)
  await rm(empty, { recursive: true, force: true })
  expect(failure).toBeInstanceOf(Problem)
  expect(failure.message).toBe(
    'The Go modules cannot be downloaded: connect to the network, or set GOPROXY to a module proxy you can reach, and run the command again.',
  )
  expect(failure.output).toBe('')
}, 30_000)

it('is the build that docs/operating.md shows', async () => {
  const [build, ...rest] = goBuild('fieldhouse', '$(git describe --tags --always --dirty)', 'fieldhouse')
  const quoted = rest.map((argument) => (argument.includes(' ') ? `"${argument}"` : argument))
  const command = ['CGO_ENABLED=0 go', build, ...quoted].join(' ')
  expect(await readFile(join(root, 'docs', 'operating.md'), 'utf8')).toContain(`\n${command}\n`)
})

it('of the composer is small enough to be packed with the packages, and has no HTTP in it', async () => {
  await buildComposer(silent)
  const built = await readFile(composer)
  expect(gzipSync(built).length).toBeLessThan(4 << 20)
  expect(built.includes('fieldhouse/plugins/editions/page')).toBe(true)
  expect(built.includes('net/http.')).toBe(false)
}, 600_000)

const runs = promisify(execFile)

it("of production has a profile that Go's compiler can read", async () => {
  const profile = join(root, 'gateway', 'cmd', 'fieldhouse', 'default.pgo')
  const { stdout } = await runs('go', ['tool', 'preprofile', '-i', profile], { maxBuffer: 64 << 20 })
  expect(stdout).toMatch(/^GO PREPROFILE V1\n/)
  expect(stdout).toContain('fieldhouse/plugins/')
}, 60_000)

describe('the binary', () => {
  const names = ['fieldhouse', 'fieldhouse-dev']
  let folder
  let binaries

  // Without production's profile, by which Go would compile every package once more: so it only links when the gateway was
  // compiled before.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fieldhouse-binary-'))
    const production = join(folder, 'fieldhouse')
    const [build, ...rest] = goBuild('fieldhouse', await version(), production)
    await runs('go', [build, '-pgo=off', ...rest], { cwd: root, env: goEnvironment() })
    await buildGateway(silent, 'fieldhouse-dev')
    binaries = { fieldhouse: production, 'fieldhouse-dev': binary }
  }, 600_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  // Functions keep the names of their packages in a stripped binary, for stack traces.
  it.each(['fieldhouse/devchain', 'fieldhouse devchain key of', 'antelope.PrivateKey'])(
    'of production holds nothing with the name %s, and the development binary does',
    async (text) => {
      const [production, development] = await Promise.all(names.map((name) => readFile(binaries[name])))
      expect(production.includes(text)).toBe(false)
      expect(development.includes(text)).toBe(true)
    },
  )

  it('of production is made of no module of the development chain', async () => {
    const made = async (name) => (await runs('go', ['version', '-m', binaries[name]])).stdout
    expect(await made('fieldhouse')).not.toContain('fieldhouse/devchain')
    expect(await made('fieldhouse-dev')).toContain('fieldhouse/devchain')
  })

  it('of production refuses the development chain and names the binary that has it', async () => {
    const config = join(folder, 'Caddyfile')
    await writeFile(config, '{\n\tadmin off\n\tsite {\n\t\tnetwork devchain\n\t}\n}\n')
    const validate = (name) => runs(binaries[name], ['validate', '--config', config])
    const refused = await validate('fieldhouse').catch((error) => error)
    await validate('fieldhouse-dev')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('run fieldhouse-dev')
  })

  it.each(names)('%s is called fieldhouse in its help and says its revision', async (name) => {
    const help = (await runs(binaries[name], ['help'])).stdout
    expect(help).toContain('Usage:\n  fieldhouse [command]')
    const { stdout } = await runs('git', ['describe', '--tags', '--always', '--dirty'], { cwd: root })
    expect((await runs(binaries[name], ['version'])).stdout.split(' ')[0]).toBe(stdout.trim())
  })
})
