import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { removeStrangers } from './releases.mjs'

it('removes what the release does not list, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhouse-release-'))
  const files = [
    'remoteEntry.js',
    'remoteEntry.js.br',
    'fragments/home.en.html',
    'mount.old.js',
    'old/deep/chunk.js',
    'build.json',
  ]
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), '')
  }
  const listed = files.slice(0, 3).map((path) => ({ path }))
  await writeFile(join(folder, 'release.json'), JSON.stringify({ files: listed }))

  expect(await removeStrangers(folder)).toEqual(['mount.old.js', 'old/deep/chunk.js'])
  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    'build.json',
    'fragments',
    join('fragments', 'home.en.html'),
    'release.json',
    'remoteEntry.js',
    'remoteEntry.js.br',
  ])
  expect(await removeStrangers(folder)).toEqual([])
  await rm(folder, { recursive: true })
})
