import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { start, stop } from '../../scripts/lib/child.mjs'
import { familyOf, fieldsOf, parseResident, processorTime, residentBytes } from './processor.mjs'

it('reads the fields after a name, whatever that is', () => {
  const fields = fieldsOf('4242 (a) b (c) S 1 4242 4242 0 -1 4194560 100 0 0 0 123 45 7 8 20 0')
  expect([fields[0], fields[1], fields[11], fields[12]]).toEqual(['S', '1', '123', '45'])
})

const proc = existsSync('/proc/self/stat')

it.skipIf(!proc)('the family of a process is it and its children (skipped without /proc)', async () => {
  let heard
  const ready = new Promise((resolve) => {
    heard = resolve
  })
  const child = start('sh', ['-c', 'sleep 60 & echo $!; wait'], { onLine: heard })
  const grandchild = Number(await ready)
  const family = await familyOf(process.pid)
  const own = await familyOf(child.child.pid)
  await stop(child)
  expect(family).toEqual(expect.arrayContaining([process.pid, child.child.pid, grandchild]))
  expect(family).not.toContain(process.ppid)
  expect(own).toEqual([child.child.pid, grandchild])
  await expect(familyOf(2 ** 30)).rejects.toThrow('ENOENT')
})

it.skipIf(!proc)('CPU time grows with work, and stays when a process has ended', async () => {
  const spent = processorTime([process.pid])
  const before = await spent()
  while ((await spent()) < before + 20_000) for (let n = 0; n < 1e5; n++);
  let heard
  const worked = new Promise((resolve) => {
    heard = resolve
  })
  const script = 'while (process.cpuUsage().user < 50_000); console.log("worked"); setInterval(() => {}, 60_000)'
  const child = start(process.execPath, ['-e', script], { onLine: heard })
  await worked
  const ofChild = processorTime([child.child.pid])
  const took = await ofChild()
  await stop(child)
  expect(took).toBeGreaterThanOrEqual(20_000)
  expect(await ofChild()).toBe(took)
})

it('reads the resident memory in bytes', () => {
  expect(parseResident('Name:\tfieldhouse\nVmHWM:\t  99999 kB\nVmRSS:\t   54321 kB\nThreads:\t9\n')).toBe(54_321 * 1024)
})

it('knows none of a process that has ended', () => {
  expect(parseResident('Name:\tfieldhouse\nState:\tZ (zombie)\n')).toBeNull()
})

it.skipIf(!proc)('reads the memory of this process (skipped without /proc)', async () => {
  expect(await residentBytes(process.pid)).toBeGreaterThan(1e6)
})
