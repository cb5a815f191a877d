import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildComposer } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { state } from './lib/paths.mjs'
import { main } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { requireGo, requireNode } from './lib/requirements.mjs'
import { pack } from './packages/pack.mjs'

/** `npm run pack [folder]`: packs the packages for editions in repositories of their own, by default into .fieldhouse/packages. */
main(async () => {
  const named = process.argv[2]
  const folder = named ? resolve(named) : join(state, 'packages')
  requireNode()
  await requireGo()
  const progress = new Progress()
  await install(progress)
  await buildComposer(progress)
  if (!named) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const file of await pack(folder)) console.log(file)
})
