import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installed, peers } from './peers.mjs'

let folder
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldhouse-peers-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('finds a program in the folders of the path, and none that is not there', async () => {
  await writeFile(join(folder, 'varnishd'), '')
  expect(installed('varnishd', ['', '/nowhere', folder])).toBe(join(folder, 'varnishd'))
  expect(installed('squid', [folder])).toBeNull()
})

it.each(peers)('$name listens on loopback alone and keeps its files to itself', async ({ prepare }) => {
  const [program, ...args] = await prepare('/usr/sbin/it', { folder, port: 4001, origin: 4002 })
  expect(program).toBe('/usr/sbin/it')
  const config = args.find((arg) => /\.(vcl|conf)$/.test(arg))
  const text = [...args, await readFile(config, 'utf8')].join('\n')
  expect(config.startsWith(folder)).toBe(true)
  expect(text).toContain('127.0.0.1:4001')
  expect(text).toContain('4002')
  expect(text.match(/(?<![\w.])\/(etc|var|run)\//)).toBeNull()
})
