import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parts } from '../../scripts/lib/site.mjs'
import { trivial } from '../cache/caddies.mjs'
import { serveCaddy } from '../cache/server.mjs'
import { median, megabytes, spread } from '../report/figures.mjs'
import { openCrowd } from './crowd.mjs'
import { loadOf, processorCosts, residentBytes } from './processor.mjs'
import { BROWSER, record } from './record.mjs'

/** Times the CPU of the trivial handler that a cached page may cost. */
const MOST = 1

const PAGE = '/football'

/** What an open page follows, in the one question and as the data API answers it; whoever asks has none of it yet. */
const FOLLOWED = '/_page/data?rowDrops=&medianPrice='
const ROWS = ['/api/v1/rows/drops', '/api/v1/rows/datapoints?limit=1&isLimited=true']

/** The site that BASE_URL names; null for none. */
export function namedSite() {
  if (!process.env.BASE_URL) return null
  const pid = process.env.GATEWAY_PID ? Number(process.env.GATEWAY_PID) : null
  return { address: new URL(process.env.BASE_URL).origin, pid, async [Symbol.asyncDispose]() {} }
}

/** CPU per request of a cached page, beside a trivial Caddy handler that writes the same bytes and headers. */
export async function measurePages(report, context, tools) {
  report.section(
    `CPU per cached page (median of ${context.rounds} alternating rounds of ${context.requests} requests over 16 connections, and spread)`,
    'of a visitor in a bucket, with 100 releases stored, three editions and canaries on two of them',
    'peer: a Caddy with the same standard modules and a handler that writes the same bytes and headers',
  )
  await using site = namedSite() ?? (await openCrowd(context))
  if (site.pid) await measureSite(report, context, site, tools)
  else report.note('skipped: name the process of BASE_URL in GATEWAY_PID to measure it')
}

async function measureSite(report, { folder, port, rounds, requests }, site, tools) {
  const { host, port: sitePort } = new URL(site.address)
  const files = join(folder, 'pages')
  await mkdir(files, { recursive: true })
  const welcome = await record(site.address, PAGE, BROWSER)
  // The visitor comes again with what it was given: a bucket, while there is a canary.
  const [given] = welcome.header['Set-Cookie'] ?? []
  const headers = given ? { ...BROWSER, Cookie: given.split(';')[0] } : BROWSER
  const answer = await record(site.address, PAGE, headers)
  const answers = join(files, 'answers.json')
  await writeFile(answers, JSON.stringify([answer]))
  const peerPort = port + parts.length
  const text = trivial({ port: peerPort, answers })
  await using peer = await serveCaddy({ name: 'peer', binary: tools.peer, text, port: peerPort, folder: files })
  const page = { path: PAGE, headers }
  const ours = { headers: BROWSER, address: `127.0.0.1:${sitePort || 80}`, host, pid: site.pid }
  const [gateway, floor, followed, ...rows] = await processorCosts(loadOf(tools, files), {
    rounds,
    requests,
    sides: [
      { ...ours, ...page, name: 'gateway' },
      { ...page, name: 'peer', address: peer.address, host: peer.host, pid: peer.pid },
      { ...ours, name: 'followed', path: FOLLOWED },
      ...ROWS.map((path) => ({ ...ours, name: path, path })),
    ],
  })
  const ratio = gateway.costs.map((cost, round) => cost / floor.costs[round])
  report.figure('cached page', `${median(ratio).toFixed(2)} times`, {
    beside: `${spread(gateway.costs)} µs, peer ${spread(floor.costs)} µs`,
    target: `at most ${MOST} times`,
    kept: median(ratio) <= MOST,
  })
  const both = rows[0].costs.map((cost, round) => cost + rows[1].costs[round])
  const one = followed.costs.map((cost, round) => cost / both[round])
  report.figure('one question for drops and price', `${median(one).toFixed(2)} times`, {
    beside: `${spread(followed.costs)} µs, the two questions ${spread(both)} µs, all of it new to who asks`,
    target: 'cheaper than two',
    kept: median(one) < 1,
  })
  const bytes = Buffer.from(answer.body, 'base64').length
  report.note(`${PAGE}: ${bytes} bytes as sent; ratio by round ${spread(ratio, 2)}`)
  report.note(`left out: ${(gateway.idleShare * 100).toFixed(1)} % of a CPU that the process takes when nobody asks`)
  report.note(`resident memory after the load ${megabytes(await residentBytes(site.pid))}`)
}
