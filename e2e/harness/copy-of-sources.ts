import { execFile } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../scripts/lib/paths.mjs'
import { linkTree } from './link-tree'

const execute = promisify(execFile)

/** What npm and the tests write, which a link would write into the original as well. */
const WRITTEN = ['.package-lock.json', '.vite', '.cache']

/**
 * A copy of what is there and not ignored: the sources as they are, committed or not.
 *
 * @param rooms the folders that are copied, beside the files at the top
 */
export async function copyOfSources(name: string, rooms = ['apps', 'packages', 'e2e', 'bench']): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), name))
  const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 64 << 20,
  })
  const isCopied = (file: string) => !file.includes('/') || rooms.some((room) => file.startsWith(`${room}/`))
  const files = new Set(stdout.split('\0').filter((file) => file && isCopied(file)))
  for (const file of files) await cp(join(root, file), join(copy, file)).catch(ignoreDeleted)
  return copy
}

/** A file that git still knows and that is gone, or a folder that no build has made. */
function ignoreDeleted(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}

/** Takes along what was drawn for an app's earlier builds: it is found by what it shows, and drawing all anew takes long. */
export async function keepPictures(app: string, copy: string): Promise<void> {
  const drawn = join('node_modules', '.cache', 'fieldhouse-build', 'pictures')
  await cp(join(app, drawn), join(copy, drawn), { recursive: true }).catch(ignoreDeleted)
}

/** A copy of the sources in which tools run: what is installed is there, and git knows it. */
export async function copyOfWorkspace(name: string, rooms?: string[]): Promise<string> {
  const copy = await copyOfSources(name, rooms)
  await linkTree(join(root, 'node_modules'), join(copy, 'node_modules'), WRITTEN)
  const lock = '.package-lock.json'
  await cp(join(root, 'node_modules', lock), join(copy, 'node_modules', lock))
  // Turbo knows sources by git.
  await execute('git', ['init', '--quiet'], { cwd: copy })
  await execute('git', ['add', '--all'], { cwd: copy })
  return copy
}
