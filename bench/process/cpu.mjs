import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../scripts/lib/child.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'
import { median, spread } from '../report/figures.mjs'
import { residentMemory } from './memory.mjs'

/** A cached row and a cached page, with the targets: times the CPU of the trivial handler. */
const TARGETS = [
  { name: 'cached row', path: (game) => `/api/v1/rows/drops?account=${game}`, most: 1.5 },
  { name: 'cached page', path: () => '/football', most: 1.2 },
]

/** CPU per request of cached answers, beside a trivial Caddy handler that writes the same bytes and headers. */
export async function measureCpu(report, { folder, port, rounds, requests }, site, peer) {
  report.section(
    `CPU per request (median of ${rounds} alternating rounds of ${requests} requests over 16 connections, and spread)`,
    'peer: a Caddy with the same standard modules and a handler that writes the same bytes and headers',
  )
  if (!existsSync('/proc/self/stat')) {
    report.note('skipped: CPU times are read from /proc, which only Linux has')
    return
  }
  if (!site.pid) {
    report.note('skipped: name the process of BASE_URL in GATEWAY_PID to measure it')
    return
  }
  const game = await gameContract(site.address)
  const targets = TARGETS.map((target) => ({ ...target, asked: target.path(game) }))
  const { host, port: sitePort } = new URL(site.address)
  const files = join(folder, 'peer')
  await mkdir(files, { recursive: true })
  const args = {
    gateway: `127.0.0.1:${sitePort || 80}`,
    host,
    pid: site.pid,
    peer: peer.peer,
    'peer-port': port + 2,
    folder: files,
    paths: targets.map(({ asked }) => asked).join(' '),
    rounds,
    requests,
  }
  let answer = ''
  const { code, output } = await run(
    peer.cpu,
    Object.entries(args).map(([name, value]) => `-${name}=${value}`),
    {
      onOutput: (line) => {
        answer += line
      },
    },
  )
  if (code !== 0) throw new Problem('The CPU time could not be measured; the reason stands above.', output)
  const results = JSON.parse(answer)
  for (const [index, { name, asked, most }] of targets.entries()) {
    const { gateway, peer: floor, ratio, bytes } = results[index]
    report.figure(name, `${median(ratio).toFixed(2)} times`, {
      beside: `${spread(gateway)} µs, peer ${spread(floor)} µs`,
      target: `at most ${most} times`,
      kept: median(ratio) <= most,
    })
    report.note(`${asked}: ${bytes} bytes as sent; ratio by round ${spread(ratio, 2)}`)
  }
  report.note(`left out: ${(results[0].idleShare * 100).toFixed(1)} % of a CPU that the process takes when nobody asks`)
  report.note(`resident memory after the load ${await residentMemory(site.pid)}`)
}

/** The game's contract account, from the settings that every page carries. */
async function gameContract(address) {
  const page = await fetch(address, { signal: AbortSignal.timeout(10_000) })
  const settings = /<script type="application\/json" id="fh-settings">(.*?)<\/script>/s.exec(await page.text())?.[1]
  if (!settings) throw new Error(`reading the settings of ${address}: status ${page.status} without #fh-settings`)
  return JSON.parse(settings).network.gameContract
}
