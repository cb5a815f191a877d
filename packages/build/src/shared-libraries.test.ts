import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SHARED_NAMES, sharedLibraries } from './shared-libraries.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldhouse-shared-'))
  const versions = { react: '19.2.1', 'react-dom': '19.2.1', i18next: '27.0.0', 'react-i18next': '18.0.0' }
  const own = { '@fieldhouse/i18n': '1.7.0', '@fieldhouse/chain-data': '1.0.0', '@fieldhouse/wallet-login': '1.5.0' }
  for (const [name, version] of Object.entries({ ...versions, ...own })) {
    await mkdir(join(folder, 'node_modules', name), { recursive: true })
    await writeFile(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ version }))
  }
})

afterAll(() => rm(folder, { recursive: true }))

it('are what is installed, with the ranges of the app', () => {
  const shared = sharedLibraries(folder, { react: '^19.2.0 || ^20.0.0' })
  expect(shared.map(({ name }) => name)).toEqual(SHARED_NAMES)
  expect(shared[0]).toEqual({ name: 'react', version: '19.2.1', range: '^19.2.0 || ^20.0.0' })
})

it('with a range that leaves out what is installed are refused before a release is: no other build would mend that', () => {
  expect(() => sharedLibraries(folder, { react: '^20.0.0' })).toThrow(
    "`ranges` has react ^20.0.0, which leaves out 19.2.1, the version that is installed: accept both, such as '^19.2.1 || ^20.0.0'",
  )
  expect(() => sharedLibraries(folder, { vue: '^3.0.0' })).toThrow('the host does not share vue')
})
