import { readFile } from 'node:fs/promises'

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
