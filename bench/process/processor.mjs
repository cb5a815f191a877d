import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { inTurns, measure } from './measure.mjs'

/** USER_HZ is 100 on every architecture that Go runs on under Linux. */
const TICK = 10_000

/** The fields of a process's status after its name, which may hold spaces and parentheses (proc_pid_stat(5)). */
export const fieldsOf = (stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

const read = async (pid) => fieldsOf(await readFile(`/proc/${pid}/stat`, 'utf8'))

/** A process and all that it started, directly or not: servers such as nginx and Varnish answer in children. */
export async function familyOf(pid) {
  await read(pid)
  const parents = new Map()
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    // Without fields it ended meanwhile.
    const [, parent] = await read(entry).catch(() => [])
    parents.set(Number(entry), Number(parent))
  }
  const family = [pid]
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child)
  return family
}

/**
 * Reads the CPU time that processes have taken so far, in microseconds, in user and system mode, with all their threads.
 * What one took that has ended meanwhile stays in it.
 */
export function processorTime(pids) {
  const last = new Map()
  return async () => {
    for (const pid of pids) {
      const fields = await read(pid).catch(() => null)
      if (fields) last.set(pid, (Number(fields[11]) + Number(fields[12])) * TICK)
    }
    return [...last.values()].reduce((sum, time) => sum + time, 0)
  }
}

/**
 * What an answer costs servers in CPU time, side by side: each is a process of its own, so what the load costs does not count.
 * @param {(side: object, times: number) => Promise} load asks a side
 * @param {{rounds: number, requests: number, sides: object[], idle?: number}} plan of each side's `pid` the CPU time is read;
 *   it may have `requests` of its own. `idle` is for how long they are looked at while nobody asks, in milliseconds, to leave
 *   out what they do by themselves
 * @param {(pid: number) => Promise<() => Promise<number>>} clockOf reads what a process has spent so far
 * @returns `{name, costs, idleShare}` of each: microseconds per request by round, and the part of a CPU that it takes idle
 */
export async function processorCosts(load, { rounds, requests, sides, idle = 3000 }, clockOf = clockOfFamily) {
  const spent = []
  for (const side of sides) {
    spent.push(await clockOf(side.pid))
    // Warms caches, connections' buffers and the collector's target.
    await load(side, Math.ceil((side.requests ?? requests) / 4))
  }
  const began = performance.now()
  const before = await Promise.all(spent.map((read) => read()))
  await wait(idle)
  const after = await Promise.all(spent.map((read) => read()))
  const shares = after.map((time, at) => (time - before[at]) / (performance.now() - began) / 1000)
  const costs = await inTurns(rounds, sides, async (side, at) => {
    const times = side.requests ?? requests
    const from = [performance.now(), await spent[at]()]
    await load(side, times)
    return ((await spent[at]()) - from[1] - (performance.now() - from[0]) * 1000 * shares[at]) / times
  })
  return sides.map(({ name }, at) => ({ name, costs: costs[at], idleShare: shares[at] }))
}

const clockOfFamily = async (pid) => processorTime(await familyOf(pid))

/** Bytes of `VmRSS` in a process's status; null where there is none. */
export function parseResident(status) {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kibibytes === undefined ? null : Number(kibibytes) * 1024
}

/** Resident memory of a process in bytes. @throws Error when the process or /proc is not there */
export async function residentBytes(pid) {
  const bytes = parseResident(await readFile(`/proc/${pid}/status`, 'utf8'))
  if (bytes === null) throw new Error(`reading the memory of process ${pid}: its status has no VmRSS`)
  return bytes
}

/** Asks sides with gateway/bench, over 16 connections. */
export const loadOf =
  (tools, folder, before) =>
  ({ address, host, path, headers, status = 200 }, times) =>
    measure(
      tools,
      'load',
      folder,
      { connections: 16, times, targets: [{ address, host, path, headers, status }] },
      before,
    )
