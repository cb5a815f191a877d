import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseResident, residentBytes } from './memory.mjs'

it('reads the resident memory in bytes', () => {
  expect(parseResident('Name:\tfieldhouse\nVmHWM:\t  99999 kB\nVmRSS:\t   54321 kB\nThreads:\t9\n')).toBe(54_321 * 1024)
})

it('knows none of a process that has ended', () => {
  expect(parseResident('Name:\tfieldhouse\nState:\tZ (zombie)\n')).toBeNull()
})

it.skipIf(!existsSync('/proc/self/status'))('reads this process (skipped without /proc)', async () => {
  expect(await residentBytes(process.pid)).toBeGreaterThan(1e6)
})
