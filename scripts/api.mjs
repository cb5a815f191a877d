// npm run api: renews the snapshots of the public interfaces of all packages, once their versions say what changed.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  publicInterface,
  readSnapshot,
  snapshotFile,
  VERSIONED,
  versionProblem,
  writeSnapshot,
} from './packages/api.mjs'
import { stage } from './packages/stage.mjs'

const staged = await mkdtemp(join(tmpdir(), 'fieldhouse-api-'))
try {
  await stage(staged)
  for (const folder of VERSIONED) {
    const now = await publicInterface(staged, folder)
    const file = snapshotFile(folder)
    const before = await readFile(file, 'utf8').then(readSnapshot, () => ({ version: '0.0.0', names: new Map() }))
    const problem = versionProblem(folder, before, now)
    if (problem) {
      console.error(problem)
      process.exitCode = 1
    } else await writeFile(file, writeSnapshot(now))
  }
} catch (error) {
  console.error(error.output ?? '', error.message)
  process.exitCode = 1
} finally {
  await rm(staged, { recursive: true, force: true })
}
