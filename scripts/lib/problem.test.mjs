import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from './paths.mjs'

it('says in a sentence that a command has no such option', async () => {
  const run = promisify(execFile)(process.execPath, [join(root, 'scripts', 'remove-edition.mjs'), 'rugby', '--forse'])
  const { code, stderr } = await run.catch((error) => error)
  expect(code).toBe(1)
  expect(stderr.trim()).toMatch(/^Unknown option '--forse'.*$/)
})
