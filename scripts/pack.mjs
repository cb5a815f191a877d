// npm run pack [folder]: packs the packages for editions in repositories of their own, by default into .fieldhouse/packages.
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildComposer } from './lib/build.mjs'
import { state } from './lib/paths.mjs'
import { Progress } from './lib/progress.mjs'
import { requireGo } from './lib/requirements.mjs'
import { pack } from './packages/pack.mjs'

const named = process.argv[2]
const folder = named ? resolve(named) : join(state, 'packages')
try {
  await requireGo()
  await buildComposer(new Progress())
  if (!named) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const file of await pack(folder)) console.log(file)
} catch (error) {
  console.error(error.output ?? '', error.message)
  process.exitCode = 1
}
