import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copySample, createWorkspace } from '../src/testing/samples.ts'

const COMMAND = join(import.meta.dirname, '..', 'bin', 'fieldhouse-build.mjs')

let workspace: string

beforeAll(async () => {
  workspace = await createWorkspace()
})

afterAll(() => rm(workspace, { recursive: true, force: true }))

/** Saves a file in one step: a busy disk can stand for seconds between emptying a file and writing it, and that is built too. */
async function save(path: string, text: string): Promise<void> {
  const whole = join(workspace, 'saved')
  await writeFile(whole, text)
  await rename(whole, path)
}

it('builds again after each change, a page that is new too, tells of types, and goes on after a bad one', async () => {
  const folder = await mkdtemp(join(workspace, 'watched-'))
  await copySample('football', folder)
  const log = join(folder, 'taken.txt')
  const taken = async () => (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)
  const fragment = async (route: string) => {
    const names = await readdir(join(folder, 'dist')).catch(() => [])
    const name = names.find((path) => path.startsWith(`fragments-main-${route}.en.`) && path.endsWith('.html'))
    return name ? readFile(join(folder, 'dist', name), 'utf8').catch(() => '') : ''
  }
  const child = spawn(
    process.execPath,
    [COMMAND, '--watch', '--run', `echo "$FIELDHOUSE_EDITION $FIELDHOUSE_RELEASE" >> "${log}"`],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: '' },
    },
  )
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  try {
    await expect.poll(taken, { timeout: 30_000 }).toHaveLength(1)
    const texts = join(folder, 'src', 'texts.ts')
    const source = await readFile(texts, 'utf8')
    await save(texts, `${source}\nexport const = 1\n`)
    await expect.poll(() => errors, { timeout: 30_000 }).toContain('texts.ts')
    // On one screen, once, and without the stacks of tools.
    expect(errors.trim().split('\n').length).toBeLessThan(20)
    expect(errors.match(/Unexpected token/g)).toHaveLength(1)
    expect(errors).not.toMatch(/Caused by|Stack backtrace|Module build failed|error TS/)
    await save(texts, source.replace('Questions', 'Answers'))
    await expect.poll(taken, { timeout: 30_000 }).toHaveLength(2)
    const [first, second] = await taken()
    expect(first).toMatch(/^football [0-9a-f]{20}$/)
    expect(second).not.toBe(first)
    expect(await fragment('football-faq')).toContain('Answers')

    const change = async (file: string, from: string, to: string) =>
      save(join(folder, file), (await readFile(join(folder, file), 'utf8')).replace(from, to))
    // Nothing else is saved: the page alone is what is new.
    const page = await readFile(join(folder, 'src', 'pages', 'faq', 'page.tsx'), 'utf8')
    await mkdir(join(folder, 'src', 'pages', 'new'))
    await save(join(folder, 'src', 'pages', 'new', 'page.tsx'), page.replace("'/football/faq'", "'/football/new'"))
    await expect.poll(() => fragment('football-new'), { timeout: 30_000 }).toContain('The first words')
    await change('src/Opening.tsx', 'The first words', 'Other words')
    await expect.poll(() => fragment('football-new'), { timeout: 30_000 }).toContain('Other words')

    // No source names it, and its folder is new.
    await mkdir(join(folder, 'public'))
    await save(join(folder, 'public', 'mark.svg'), '<svg/>')
    const shipped = async () =>
      (await readdir(join(folder, 'dist')).catch(() => [])).some((name) => /^mark\./.test(name))
    await expect.poll(shipped, { timeout: 30_000 }).toBe(true)

    const before = (await taken()).length
    await change('src/Opening.tsx', 'Opening = ()', 'Opening = (): string')
    await expect.poll(() => errors, { timeout: 30_000 }).toMatch(/src\/Opening\.tsx\(\d+,\d+\): error TS/)
    await expect.poll(async () => (await taken()).length, { timeout: 30_000 }).toBeGreaterThan(before)
  } catch (error) {
    throw new Error(`${error}\nThe watch said: ${errors}`, { cause: error })
  } finally {
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  }
}, 120_000)
