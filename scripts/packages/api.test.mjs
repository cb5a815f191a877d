import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../lib/paths.mjs'
import { publicInterface, readSnapshot, snapshotFile, VERSIONED, versionProblem, writeSnapshot } from './api.mjs'
import { stage } from './stage.mjs'

describe('the public interface of a package', () => {
  let staged

  beforeAll(async () => {
    staged = await mkdtemp(join(tmpdir(), 'fieldhouse-api-'))
    await stage(staged)
  }, 120_000)
  afterAll(() => rm(staged, { recursive: true, force: true }))

  it.each(VERSIONED)('%s: is the one of its version', async (folder) => {
    const before = readSnapshot(await readFile(snapshotFile(folder), 'utf8'))
    const now = await publicInterface(staged, folder)
    expect(versionProblem(folder, before, now)).toBeUndefined()
    expect(writeSnapshot(now), 'the version was raised: renew the snapshot by npm run api').toBe(writeSnapshot(before))
  })

  it('is of every package that is packed, which names the versions that it is packed with', async () => {
    expect(VERSIONED).toContain('design')
    const [design, collection] = await Promise.all(
      ['design', 'collection'].map(async (folder) =>
        JSON.parse(await readFile(join(staged, folder, 'package.json'), 'utf8')),
      ),
    )
    expect(collection.dependencies['@fieldhouse/design']).toBe(design.version)
    expect(collection.dependencies['@fieldhouse/contract']).toBe('^2.0.0')
  })

  it("is the contract's of the version that releases name and the gateway speaks", async () => {
    const { version, names } = await publicInterface(staged, 'contract')
    const [major, minor] = version.split('.')
    expect(names.get('. CONTRACT_VERSION')).toBe(`export declare const CONTRACT_VERSION = ${major};`)
    expect(names.get('. CONTRACT_MINOR')).toBe(`export declare const CONTRACT_MINOR = ${minor};`)
    const gateway = await readFile(join(root, 'plugins/editions/release/manifest.go'), 'utf8')
    expect(gateway).toMatch(new RegExp(`ContractVersion = ${major}\\n\\s*ContractMinor   = ${minor}\\n`))
  })

  it('holds what its names lead to, in our other packages too, and nothing that none leads to', async () => {
    const { names } = await publicInterface(staged, 'wallet-login')
    expect(names.get('. useUser')).toBe('export declare const useUser: () => User | null;')
    expect(names.get('. WalletError')).toContain('class WalletError extends Error')
    expect([...names.keys()].join()).not.toMatch(/signing|testing/i)
  })
})

describe('a changed interface', () => {
  const before = {
    version: '1.4.2',
    names: new Map([
      ['. a', 'const a: 1'],
      ['. b', 'const b: 1'],
    ]),
  }
  const problem = (version, ...names) => versionProblem('design', before, { version, names: new Map(names) })
  const [a, b] = before.names

  it.each([
    ['one that is the same needs no other version', '1.4.2', [a, b], undefined],
    [
      'a new name needs a minor version',
      '1.4.3',
      [a, b, ['. c', 'const c: 1']],
      /major or minor.*npm run api\n {2}new: \. c$/s,
    ],
    ['a new name with a minor version', '1.5.0', [a, b, ['. c', 'const c: 1']], undefined],
    ['another declaration needs a minor version', '1.4.2', [a, ['. b', 'const b: 2']], /\(1\.4\.2\).*other: \. b$/s],
    ['a name that is gone needs a major version', '1.5.0', [a], /package\.json, major, then.*gone: \. b$/s],
    ['a name that is gone with a major version', '2.0.0', [a], undefined],
    ['an older version is none', '0.9.0', [a, ['. b', 'const b: 2']], /major or minor/],
  ])('%s', (_, version, names, told) => {
    if (told === undefined) expect(problem(version, ...names)).toBeUndefined()
    else expect(problem(version, ...names)).toMatch(told)
  })

  it('takes a name away from an entry that each edition carries itself with a minor version, and from the host’s with none', () => {
    const carried = {
      version: '1.4.2',
      names: new Map([
        ['. a', 'a'],
        ['./purchase b', 'b'],
      ]),
    }
    const without = (name, version) => ({
      version,
      names: new Map([...carried.names].filter(([kept]) => kept !== name)),
    })
    expect(versionProblem('chain-data', carried, without('./purchase b', '1.5.0'))).toBeUndefined()
    expect(versionProblem('chain-data', carried, without('./purchase b', '1.4.3'))).toMatch(/major or minor/)
    expect(versionProblem('chain-data', carried, without('. a', '1.5.0'))).toMatch(/package\.json, major, then/)
  })

  it('below 1.0.0 needs a minor version, whatever it is', () => {
    const early = (version, ...names) => ({ version, names: new Map(names) })
    expect(versionProblem('design', early('0.1.0', a, b), early('0.1.1', a))).toMatch(
      /@fieldhouse\/design \(0\.1\.1\) in package\.json, minor, then.*npm run api\n {2}gone: \. b$/s,
    )
    expect(versionProblem('design', early('0.1.0', a, b), early('0.2.0', a))).toBeUndefined()
  })
})
