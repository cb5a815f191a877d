import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { site } from '../harness/site'

const running = await site()

/** What `npm start` has on its ports. */
const PORTS: Record<string, string> = {
  8080: running.address,
  8081: running.chain,
  8082: running.wallets.cloud,
  8083: running.wallets.anchor,
  8084: running.wallets.wombat,
}

const ADDRESS = /^(?:http:\/\/)?(?:localhost|127\.0\.0\.1):(\d+)/

/** The commands of a document that ask what `npm start` runs. */
async function commandsOf(document: string): Promise<string[]> {
  const text = await readFile(join(root, document), 'utf8')
  return [...text.matchAll(/^ *(curl .*(?:localhost|127\.0\.0\.1):808\d.*)$/gm)].map(([, command = '']) => command)
}

/** What curl would ask: `--json` posts JSON, `-X` names another method. */
function requestOf(command: string): { url: string; init: RequestInit } {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)
  const after = (option: string) => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined)
  const url = words.find((word) => ADDRESS.test(word)) ?? ''
  const here = url
    .replace(ADDRESS, (address, port) => PORTS[port] ?? address)
    // The feed's address is a name that is compared as it stands.
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${new URL(running.chain).port}`)
  const json = after('--json')
  if (json === undefined) return { url: here, init: { method: after('-X') ?? 'GET' } }
  return { url: here, init: { method: 'POST', body: json, headers: { 'content-type': 'application/json' } } }
}

it.each(['README.md', 'docs/operating.md'])('the commands of %s work as they stand there', async (document) => {
  const commands = await commandsOf(document)
  expect(commands.length).toBeGreaterThan(0)
  for (const command of commands) {
    const { url, init } = requestOf(command)
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
    expect(answer.status, `${command}: ${await answer.text()}`).toBe(200)
  }
})
