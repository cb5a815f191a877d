import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ReleaseManifest } from '@fieldhouse/contract'
import type { Mode } from '../config.ts'
import { contentHash } from '../release/name.ts'

/** A release folder. */
export interface Release {
  folder: string
  /** The host's is one of its own, without pages. */
  manifest: ReleaseManifest
  name: string
}

/** `host.<hash>.js` is `host.js`. */
export const withoutHash = (path: string): string => path.replace(/\.[0-9a-f]{20}(?=\.)/, '')

const REPOSITORY = join(import.meta.dirname, '..', '..', '..', '..')
const SAMPLES = join(import.meta.dirname, '..', '..', 'testdata', 'apps')
const COMMAND = join(import.meta.dirname, '..', '..', 'bin', 'fieldhouse-build.mjs')

/** How long a build may take, milliseconds. */
const BUILD_TIMEOUT = 60_000

/** A folder outside the repository from which the repository's packages resolve. */
export async function createWorkspace(): Promise<string> {
  const workspace = await mkdtemp(join(tmpdir(), 'fieldhouse-build-'))
  const style = JSON.parse(await readFile(join(REPOSITORY, 'biome.json'), 'utf8')) as object
  await writeFile(join(workspace, 'biome.json'), JSON.stringify({ ...style, vcs: { enabled: false } }))
  await symlink(join(REPOSITORY, 'node_modules'), join(workspace, 'node_modules'))
  return workspace
}

/** Copies a sample app without what was built in it, and gives it the repository's way of checking types. */
export async function copySample(name: string, folder: string): Promise<void> {
  // The host is one for all: the project's own.
  const source = name === 'host' ? join(REPOSITORY, 'apps', name) : join(SAMPLES, name)
  await cp(source, folder, {
    recursive: true,
    filter: (path) => !/^[\\/](node_modules|dist)/.test(path.slice(source.length)),
  })
  const base = JSON.stringify(join(REPOSITORY, 'packages', 'build', 'tsconfig.base.json'))
  await writeFile(join(folder, 'tsconfig.json'), `{ "extends": ${base}, "include": ["src"] }\n`)
}

/** Runs the command in an app's folder, as a team does; rejects with what it printed. */
export const runBuild = (folder: string, args: string[] = [], mode: Mode = 'production') =>
  promisify(execFile)(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    timeout: BUILD_TIMEOUT,
    env: { ...process.env, FIELDHOUSE_REACT: mode, NODE_ENV: '' },
  })

/** Builds an app. */
export async function buildApp(folder: string, mode: Mode = 'production'): Promise<Release> {
  await runBuild(folder, [], mode)
  const release = join(folder, mode === 'production' ? 'dist' : 'dist-development')
  const json = await readFile(join(release, 'release.json'))
  const manifest = JSON.parse(json.toString()) as ReleaseManifest
  return { folder: release, manifest, name: contentHash(json) }
}
