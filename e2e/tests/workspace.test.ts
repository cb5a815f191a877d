import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment } from '../../scripts/lib/child.mjs'
import { binary, root, tools } from '../../scripts/lib/paths.mjs'
import { copyOfSources, copyOfWorkspace, keepPictures } from '../harness/copy-of-sources'

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

const apps = [
  '@fieldhouse/app-host#build',
  '@fieldhouse/app-shell#build',
  '@fieldhouse/app-football#build',
  '@fieldhouse/app-basketball#build',
]

it('a second build with nothing changed does no work', async () => {
  const tasks = await planned(root)
  for (const app of apps) expect(tasks.get(app)?.cache.status, app).toBe('HIT')
})

describe('a change', () => {
  let copy: string

  beforeAll(async () => {
    copy = await copyOfSources('fieldhouse-workspace-')
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
    expect(await rebuilt('apps/football/src/pages/faq/page.tsx')).toEqual(['@fieldhouse/app-football#build'])
  })

  it('of the shell rebuilds the shell alone, and of the host the host', async () => {
    expect(await rebuilt('apps/shell/src/header/Header.tsx')).toEqual(['@fieldhouse/app-shell#build'])
    expect(await rebuilt('apps/host/src/site.ts')).toEqual(['@fieldhouse/app-host#build'])
  })

  it('of a test rebuilds nothing', async () => {
    expect(await rebuilt('apps/football/src/new.test.ts')).toEqual([])
  })

  it("of an edition's look rebuilds the edition alone", async () => {
    expect(await rebuilt('packages/look-football/src/look.ts')).toEqual(['@fieldhouse/app-football#build'])
  })

  it('of what all apps share rebuilds all of them', async () => {
    expect(await rebuilt('packages/edition-kit/src/index.ts')).toEqual(apps)
  })
})

describe('a release', () => {
  const text = join('apps', 'basketball', 'src', 'texts.ts')
  const basketball = join('apps', 'basketball')
  let copy: string

  beforeAll(async () => {
    copy = await copyOfWorkspace('another-folder-of-which-the-path-is-longer-')
    // That a drawing has the same bytes anywhere is shown where it is made (build, draw.test).
    await keepPictures(join(root, basketball), join(copy, basketball))
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  /** The name that the gateway gives what is built in a folder. */
  async function nameIn(folder: string) {
    const store = await mkdtemp(join(copy, 'store-'))
    const { stdout, stderr } = await execute(binary, ['take', '--store', store, join(folder, basketball, 'dist')])
    return /\b[0-9a-f]{20}\b/.exec(stdout + stderr)?.[0]
  }

  /** Builds basketball, which has the fewest pages, by turbo, as every command does. @returns what turbo says of it, and its name */
  async function built(env: Record<string, string> = {}) {
    const turbo = ['run', 'build', '--filter=@fieldhouse/app-basketball', '--output-logs=hash-only', `--cwd=${copy}`]
    const { stdout } = await execute(join(tools, 'turbo'), turbo, { env: environment(env) })
    return { cache: /build: (cache \w+)/.exec(stdout)?.[1], name: await nameIn(copy) }
  }

  it('has one name wherever it is built, and from the cache holds nothing of another build', async () => {
    const name = await nameIn(root)
    expect(name).toBeDefined()
    const elsewhere = { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }
    expect(await built(elsewhere)).toEqual({ cache: 'cache miss', name })
    const files = () => readdir(join(copy, basketball, 'dist'), { recursive: true })
    const before = (await files()).toSorted()

    const source = await readFile(join(copy, text), 'utf8')
    await writeFile(join(copy, text), source.replace("text: '", "text: 'Still "))
    expect((await built()).name).not.toBe(name)
    await writeFile(join(copy, text), source)
    expect(await built()).toEqual({ cache: 'cache hit', name })
    expect((await files()).toSorted()).toEqual(before)
  }, 240_000)
})
