import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { environment, run } from '../../scripts/lib/child.mjs'
import { state } from '../../scripts/lib/paths.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'
import { Stage } from '../cache/stage.mjs'
import { sameResults, summary } from './results.mjs'
import { loadSuites } from './suites.mjs'

const VERSION = '0.4.5'
/** What its client fetches with. Its own dependencies, an npm of 2021 among them, are left out. */
const FETCH = 'node-fetch@2.7.0'

const CLIENT = join(dirname(fileURLToPath(import.meta.url)), 'cache-tests-client.mjs')

/**
 * Runs http-cache-tests through the gateway, through a bare Caddy and through the caches that can be had here, before one
 * origin. The gateway is no general HTTP cache: what the tests find of it must be what they find of Caddy.
 */
export async function cacheTests(report, context, tools) {
  report.section(
    `http-cache-tests ${VERSION} (of its required tests, how many pass)`,
    'rows, feed, assets and chain_api keep data that they know, under keys of their own, and pass nothing of a request on:',
    'directives of requests and of an origin do not apply to them, and no answer of another origin is ever kept.',
    "So the tests run through the site's handlers and a reverse proxy: their results must be those of Caddy alone.",
    'ETag, If-None-Match, Age, Vary and Cache-Status of kept data are tested in plugins/edgecache/answer.',
  )
  const files = await obtain()
  if (files.missing) {
    report.note(`not run: ${files.missing}`)
    return
  }
  const stage = await Stage.open(context, tools)
  const origin = await startOrigin(files.tests)
  try {
    const ours = await stage.proxy('the gateway', { origin, gateway: true })
    const caddy = await stage.proxy('Caddy', { origin, gateway: false })
    const { servers, missing } = await stage.caches(origin, { pinned: false })
    const suites = await loadSuites(files.tests)
    const results = new Map()
    for (const server of [ours, caddy, ...servers]) {
      const found = await ask(files, server)
      results.set(server.name, found)
      const { passed, sure, required, optimal } = summary(suites, found)
      report.figure(server.name, `${passed} of ${required}`, {
        beside: `${sure} with what they depend on; ${optimal} optimal ones`,
      })
    }
    for (const line of missing) report.note(line)
    const different = sameResults(results.get(ours.name), results.get(caddy.name))
    report.figure("the gateway's results", different.length === 0 ? "are Caddy's" : `${different.length} differ`, {
      target: "Caddy's own",
      kept: different.length === 0,
      beside: different.slice(0, 5).join(', '),
    })
  } finally {
    origin.close()
    await stage.close()
  }
}

/** The tests and what they fetch with, in a folder of the build. @returns `{tests, fetch}` or `{missing}` */
async function obtain() {
  const folder = join(state, 'conformance')
  const tests = join(folder, 'package')
  const fetch = join(folder, 'node_modules', 'node-fetch', 'lib', 'index.mjs')
  await mkdir(folder, { recursive: true })
  if (!existsSync(join(tests, 'tests', 'index.mjs')) || !existsSync(fetch)) {
    for (const [program, ...args] of [
      ['npm', 'pack', '--silent', `http-cache-tests@${VERSION}`],
      ['tar', '-xzf', `http-cache-tests-${VERSION}.tgz`],
      ['npm', 'install', '--silent', '--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', folder, FETCH],
    ]) {
      const { code, output } = await run(program, args, { cwd: folder, env: environment() })
      if (code !== 0)
        return { missing: `${program} ${args[0]} failed: ${output.trim().split('\n').at(-1)?.slice(0, 200)}` }
    }
  }
  return { tests, fetch }
}

/** The tests' own origin, on loopback alone. */
async function startOrigin(tests) {
  const load = async (name) => (await import(pathToFileURL(join(tests, 'server', `handle-${name}.mjs`)))).default
  const handlers = { config: await load('config'), test: await load('test'), state: await load('state') }
  const server = createServer((request, response) => {
    const [, action, ...rest] = new URL(request.url, 'http://localhost').pathname.split('/')
    if (Object.hasOwn(handlers, action)) handlers[action](rest, request, response)
    else response.writeHead(404).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: server.address().port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The results of one server. The client keeps its state in its modules, so each has a process of its own. */
async function ask({ tests, fetch }, server) {
  let answer = ''
  const { code, output } = await run(process.execPath, [CLIENT, tests, fetch, `http://localhost:${server.port}`], {
    onOutput: (line) => {
      answer += line
    },
  })
  if (code !== 0) throw new Problem(`http-cache-tests ended with ${code} on ${server.name}.`, output)
  return JSON.parse(answer)
}
