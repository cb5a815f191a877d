import { execFile } from 'node:child_process'
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment } from '../../scripts/lib/child.mjs'
import { root, tools } from '../../scripts/lib/paths.mjs'

const execute = promisify(execFile)

interface Task {
  taskId: string
  hash: string
  cache: { status: 'HIT' | 'MISS' }
}

/** What turbo would do in a folder if it were told to build. */
async function planned(folder: string): Promise<Map<string, Task>> {
  const { stdout } = await execute(join(tools, 'turbo'), ['run', 'build', '--dry=json', `--cwd=${folder}`], {
    env: environment(),
    maxBuffer: 64 << 20,
  })
  const { tasks } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { tasks: Task[] }
  return new Map(tasks.map((task) => [task.taskId, task]))
}

const apps = ['@fieldhouse/app-shell#build', '@fieldhouse/app-football#build', '@fieldhouse/app-basketball#build']

it('a second build with nothing changed does no work', async () => {
  const tasks = await planned(root)
  for (const app of apps) expect(tasks.get(app)?.cache.status, app).toBe('HIT')
})

describe('a change', () => {
  let copy: string

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'fieldhouse-workspace-'))
    // What is there and not ignored: a copy of the sources as they are, committed or not.
    const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      maxBuffer: 64 << 20,
    })
    const files = new Set(stdout.split('\0').filter((file) => /^(apps|packages|e2e|bench)\/|^[^/]+$/.test(file)))
    for (const file of files) await cp(join(root, file), join(copy, file)).catch(ignoreDeleted)
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  /** The apps whose build a change of one file would run again. */
  async function rebuilt(file: string): Promise<string[]> {
    const before = await planned(copy)
    await appendFile(join(copy, file), '\n')
    const after = await planned(copy)
    return apps.filter((app) => before.get(app)?.hash !== after.get(app)?.hash)
  }

  it('of football rebuilds football alone', async () => {
    expect(await rebuilt('apps/football/src/mount.ts')).toEqual(['@fieldhouse/app-football#build'])
  })

  it('of a test rebuilds nothing', async () => {
    expect(await rebuilt('apps/football/src/new.test.ts')).toEqual([])
  })

  it('of what all apps share rebuilds all of them', async () => {
    expect(await rebuilt('packages/edition-kit/src/index.ts')).toEqual(apps)
  })
})

/** A file that git still knows and that is gone. */
function ignoreDeleted(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
