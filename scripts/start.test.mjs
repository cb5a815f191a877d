import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'
import { freePort, listen } from './lib/ports.mjs'

const execute = promisify(execFile)

/** Runs the script behind `npm start` and answers how it ended. */
async function start(env, args = []) {
  const began = Date.now()
  const ended = await execute(process.execPath, [join(root, 'scripts', 'start.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    timeout: 20_000,
  }).then(
    () => ({ code: 0, stderr: '' }),
    (error) => error,
  )
  return { code: ended.code, said: ended.stderr.trim(), took: Date.now() - began }
}

it('says in one sentence where Go is to be had', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'fieldhouse-no-go-'))
  const { code, said } = await start({ PATH: empty })
  await rm(empty, { recursive: true })
  expect(code).toBe(1)
  expect(said).toBe(
    'Fieldhouse needs Go 1.26 or newer and there is no go command on the path: install it from https://go.dev/dl/ and run the command again.',
  )
})

it("says in one sentence which port is in use, the site's or the chain's", async () => {
  const port = (await freePort({ count: 2 })) + 1
  const server = await listen(port)
  const site = await start({ PORT: String(port) })
  const chain = await start({ PORT: String(port - 1) })
  await new Promise((resolve) => server.close(resolve))
  expect(site).toMatchObject({
    code: 1,
    said: `Port ${port}, which the site needs, is in use by another program: stop that program, or choose another port with PORT=${port + 1000} npm start.`,
  })
  expect(chain).toMatchObject({
    code: 1,
    said: `Port ${port}, which the development chain needs, is in use by another program: stop that program, or choose another port with PORT=${port - 1 + 1000} npm start.`,
  })
})

it('says in one sentence that PORT is no port', async () => {
  expect(await start({ PORT: 'web' })).toMatchObject({
    code: 1,
    said: 'PORT is "web", which is no port: set it to a number from 1 to 65531, such as PORT=9080.',
  })
})
