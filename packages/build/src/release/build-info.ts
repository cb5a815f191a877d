import { type ExecFileSyncOptions, execFileSync } from 'node:child_process'
import type { BuildInfo } from '@fieldhouse/contract'

/** How long git may take, milliseconds: no build waits for it. */
const TIMEOUT = 10_000

/** The longest subject of a commit that is told, characters. */
const MAX_SUBJECT = 100

/**
 * Where a build comes from, for people: the commit that git has checked out around a folder, and whether the sources are as it
 * has them. Without git, or its history, it says nothing of that and does not fail.
 */
export function buildInfo(folder: string): BuildInfo {
  const builtAt = new Date().toISOString()
  const [revision, committedAt, subject = ''] = git(folder, 'log', '-1', '--format=%h%n%cI%n%s')?.split('\n') ?? []
  if (!revision || !committedAt) return { revision: '', builtAt }
  const isDirty = git(folder, 'status', '--porcelain') !== ''
  return {
    revision,
    ...(isDirty && { dirty: true }),
    committedAt,
    subject: [...subject].slice(0, MAX_SUBJECT).join(''),
    builtAt,
  }
}

/** What git says; undefined when it cannot. */
function git(folder: string, ...args: string[]): string | undefined {
  try {
    const options = { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], timeout: TIMEOUT } satisfies ExecFileSyncOptions
    return String(execFileSync('git', args, options)).trim()
  } catch {
    return undefined
  }
}
