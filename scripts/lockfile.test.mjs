import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './lib/paths.mjs'

const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))

/** WebAssembly packages stand for no platform, and no build here asks for one. */
const NO_PLATFORM = /wasm32/

it('the lock file names the tools of every platform: npm ci refuses one that leaves some out', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) =>
        !NO_PLATFORM.test(name) && !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

it('the lock file holds the integrity of everything that this platform installs', () => {
  const here = (values, value) => !values || values.includes(value)
  const unlocked = Object.entries(packages).filter(
    ([path, entry]) =>
      path.includes('node_modules/') &&
      !entry.link &&
      !entry.integrity &&
      here(entry.os, process.platform) &&
      here(entry.cpu, process.arch) &&
      here(entry.libc, 'glibc'),
  )
  expect(unlocked.map(([path]) => path)).toEqual([])
})
