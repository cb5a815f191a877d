import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { buildGateway } from './build.mjs'
import { Problem } from './problem.mjs'

const silent = { step: () => ({ detail: () => {}, done: () => {}, fail: () => {} }) }

afterEach(() => vi.unstubAllEnvs())

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
