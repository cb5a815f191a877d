import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { buildInfo } from './build-info.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

async function repository(): Promise<{ folder: string; git: (...args: string[]) => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhouse-build-info-'))
  folders.push(folder)
  const git = (...args: string[]) =>
    String(execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: folder })).trim()
  git('init', '-q')
  return { folder, git }
}

it('names the commit, and says whether the sources are another', async () => {
  const { folder, git } = await repository()
  await writeFile(join(folder, 'odds.txt'), '1')
  git('add', '.')
  vi.stubEnv('GIT_COMMITTER_DATE', '2026-11-24T12:00:00+01:00')
  git('commit', '-qm', `Raise the odds${'!'.repeat(200)}\n\nMore is said here.`)
  const clean = buildInfo(folder)
  expect(clean).toEqual({
    revision: git('rev-parse', '--short', 'HEAD'),
    committedAt: '2026-11-24T12:00:00+01:00',
    subject: `Raise the odds${'!'.repeat(86)}`,
    builtAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  await writeFile(join(folder, 'new.txt'), '')
  expect(buildInfo(folder)).toMatchObject({ revision: clean.revision, dirty: true })
})

it('says nothing where git has no commit, or is not there', async () => {
  const { folder } = await repository()
  const nothing = { revision: '', builtAt: expect.any(String) }
  expect(buildInfo(folder)).toEqual(nothing)
  vi.stubEnv('PATH', '')
  expect(buildInfo(folder)).toEqual(nothing)
})
