import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { install, installed, saysNoNetwork } from './install.mjs'
import { Problem } from './problem.mjs'

const folders = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function project(wanted, found) {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhouse-install-'))
  folders.push(folder)
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ packages: { '': { name: 'x' }, 'apps/a': { name: 'a' }, ...wanted } }),
  )
  await mkdir(join(folder, 'node_modules'))
  if (found) await writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: found }))
  return folder
}

const react = { version: '19.3.1', integrity: 'sha512-a' }

describe('the packages', () => {
  it.each([
    ['are there', { 'node_modules/react': react }, { 'node_modules/react': react }, true],
    [
      'are there but for another platform',
      { 'node_modules/react': react, 'node_modules/x': { ...react, optional: true } },
      { 'node_modules/react': react },
      true,
    ],
    [
      'have another version',
      { 'node_modules/react': react },
      { 'node_modules/react': { ...react, version: '19.3.0' } },
      false,
    ],
    [
      'have another content',
      { 'node_modules/react': react },
      { 'node_modules/react': { ...react, integrity: 'sha512-b' } },
      false,
    ],
    ['lack one', { 'node_modules/react': react }, {}, false],
    ['lack a workspace', { 'node_modules/@fieldhouse/a': { resolved: 'apps/a', link: true } }, {}, false],
    ['were never installed to the end', { 'node_modules/react': react }, null, false],
  ])('%s', async (_, wanted, found, expected) => {
    expect(await installed(await project(wanted, found))).toBe(expected)
  })
})

it.each([
  'npm error code ENOTFOUND',
  'npm error code EAI_AGAIN',
  'go: github.com/x: Get "https://proxy": dial tcp: lookup proxy: no such host',
  'connect ECONNREFUSED 127.0.0.1:4873',
])('tells an absent network from %s', (output) => {
  expect(saysNoNetwork(output)).toBe(true)
})

it.each(['npm error code EINTEGRITY', 'npm error code E404', './main.go:3:2: undefined: x'])(
  'does not blame the network for %s',
  (output) => {
    expect(saysNoNetwork(output)).toBe(false)
  },
)

it('says in one sentence that the registry cannot be reached', async () => {
  const folder = await project(
    { '': { name: 'x', dependencies: { react: '19.3.1' } }, 'node_modules/react': react },
    null,
  )
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'x', dependencies: { react: '19.3.1' } }))
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/')
  vi.stubEnv('npm_config_cache', join(folder, 'cache'))
  const silent = { step: () => ({ detail: () => {}, done: () => {}, fail: () => {} }) }
  const failure = await install(silent, folder).catch((error) => error)
  expect(failure).toBeInstanceOf(Problem)
  expect(failure.message).toBe(
    'The npm registry cannot be reached, and not all packages are in the cache: connect to the network and run the command again.',
  )
  expect(failure.output).toBe('')
}, 30_000)
