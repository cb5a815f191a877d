import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from './lib/problem.mjs'
import {
  publicInterface,
  readSnapshot,
  snapshotFile,
  VERSIONED,
  versionProblem,
  writeSnapshot,
} from './packages/api.mjs'
import { stage } from './packages/stage.mjs'

/** `npm run api`: renews the snapshots of the public interfaces of all packages, once their versions say what changed. */
main(async () => {
  const staged = await mkdtemp(join(tmpdir(), 'fieldhouse-api-'))
  try {
    await stage(staged)
    let code = 0
    for (const folder of VERSIONED) {
      const now = await publicInterface(staged, folder)
      const file = snapshotFile(folder)
      const before = await readFile(file, 'utf8').then(readSnapshot, () => ({ version: '0.0.0', names: new Map() }))
      const problem = versionProblem(folder, before, now)
      if (problem) {
        console.error(problem)
        code = 1
      } else await writeFile(file, writeSnapshot(now))
    }
    return code
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
})
