import { createServer } from 'node:net'

/**
 * Where ports are taken from: below the range from which systems take them for connections and for port 0, where other
 * programs of this machine come and go, and above that of the Go tests (`plugins/plugintest/ports`), which run beside.
 */
const LOWEST = 30_000
const COUNT = 2700

/** Blocks that are tried, of which nearly all are free. */
const MOST_TRIES = 100

/**
 * The first of so many ports in a row that nobody listens on.
 *
 * @param {{count?: number, share?: number, shares?: number}} options `share` is whose ports: who asks for another of as
 *   many `shares`, and for the same count, gets none of these
 */
export async function freePort({ count = 1, share = 0, shares = 1 } = {}, isFree = canBeListenedOn) {
  const blocks = Math.floor(COUNT / (count * shares))
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const first = LOWEST + (Math.floor(Math.random() * blocks) * shares + share) * count
    if (await areFree(first, count, isFree)) return first
  }
  throw new Error(`looking for ${count} free ports from ${LOWEST}: all that were tried are in use`)
}

async function areFree(first, count, isFree) {
  for (let port = first; port < first + count; port++) if (!(await isFree(port))) return false
  return true
}

async function canBeListenedOn(port) {
  const server = await listen(port)
  if (server) await new Promise((resolve) => server.close(resolve))
  return server !== null
}

/** @returns a server on a port of loopback, or null when the port is in use */
export function listen(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
