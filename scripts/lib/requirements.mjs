import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { environment, run } from './child.mjs'
import { root, tools } from './paths.mjs'
import { Problem } from './problem.mjs'
import { portsFrom } from './site.mjs'

/** The oldest Node that the commands themselves run on; the builds run on the project's own. */
const OLDEST_NODE = 20

/** The oldest Go that go.work accepts. */
const OLDEST_GO = [1, 26]

/** @throws {Problem} when the Node that runs this is too old. */
export function requireNode(version = process.versions.node) {
  if (Number(version.split('.')[0]) < OLDEST_NODE) {
    throw new Problem(
      `Fieldhouse needs Node ${OLDEST_NODE} or newer and this is ${version}: install one from https://nodejs.org and run the command again.`,
    )
  }
}

/** @throws {Problem} when there is no Go, or one that is too old. */
export async function requireGo(env = environment()) {
  const wanted = OLDEST_GO.join('.')
  const { code, output } = await run('go', ['version'], { env })
  if (code === 127) {
    throw new Problem(
      `Fieldhouse needs Go ${wanted} or newer and there is no go command on the path: install it from https://go.dev/dl/ and run the command again.`,
    )
  }
  // An older one fetches the Go that go.work asks for, where it can.
  if (code !== 0 && /toolchain|download(ing)? go\d/.test(output)) {
    throw new Problem(
      `Fieldhouse needs Go ${wanted} or newer and the go command on the path is older and could not download it: install it from https://go.dev/dl/ and run the command again.`,
      output,
    )
  }
  const found = output.match(/go version (?:devel )?go(\d+)\.(\d+)/)
  if (code !== 0 || !found) {
    throw new Problem(
      'The go command does not answer to `go version`: repair the installation from https://go.dev/dl/ and run the command again.',
      output,
    )
  }
  const [major, minor] = [Number(found[1]), Number(found[2])]
  if (major < OLDEST_GO[0] || (major === OLDEST_GO[0] && minor < OLDEST_GO[1])) {
    throw new Problem(
      `Fieldhouse needs Go ${wanted} or newer and this is ${major}.${minor}: install it from https://go.dev/dl/ and run the command again.`,
    )
  }
}

/** What a person calls the parts of a site. */
const NAMES = {
  site: 'the site',
  chain: 'the development chain',
  cloud: 'the stand-in Cloud Wallet',
  anchor: 'the stand-in Anchor',
  wombat: 'the stand-in Wombat',
}

/** The last port with room for the other parts after it. */
const LAST_PORT = 65_535 - (Object.keys(NAMES).length - 1)

/** The port that the site listens on, from PORT. */
export function sitePort(value = process.env.PORT) {
  if (value === undefined || value === '') return 8080
  const port = Number(value)
  if (!Number.isInteger(port) || port < 1 || port > LAST_PORT) {
    throw new Problem(
      `PORT is ${JSON.stringify(value)}, which is no port: set it to a number from 1 to ${LAST_PORT}, such as PORT=9080.`,
    )
  }
  return port
}

/** The ports of a site on this one, and what needs each of them. */
export function sitePorts(port) {
  const ports = Object.entries(portsFrom(port))
  return [ports.map(([, number]) => number), ports.map(([part]) => NAMES[part])]
}

/** @throws {Problem} when something listens on one of the ports of a site on this one. */
export const requireSitePorts = (port, command) => requirePorts(...sitePorts(port), command)

/** @throws {Problem} when something listens on one of the ports. */
export async function requirePorts(ports, what, command = 'npm start') {
  const other = ports[0] + 1000 > LAST_PORT ? ports[0] - 1000 : ports[0] + 1000
  for (const [index, port] of ports.entries()) {
    const reason = await portTrouble(port)
    if (reason === 'EADDRINUSE') {
      throw new Problem(
        `Port ${port}, which ${what[index]} needs, is in use by another program: stop that program, or choose another port with PORT=${other} ${command}.`,
      )
    }
    if (reason === 'EACCES') {
      throw new Problem(
        `Port ${port}, which ${what[index]} needs, may not be opened by this user: choose one above 1023 with PORT=8080 ${command}.`,
      )
    }
    if (reason)
      throw new Problem(
        `Port ${port}, which ${what[index]} needs, cannot be opened (${reason}): choose another with PORT=${other} ${command}.`,
      )
  }
}

/** Why a port cannot be opened, on all addresses or on loopback alone; null when it can. */
async function portTrouble(port) {
  for (const host of [undefined, '127.0.0.1']) {
    const trouble = await new Promise((resolve) => {
      const server = createServer()
      server.once('error', (error) => resolve(error.code ?? error.message))
      server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
    })
    if (trouble) return trouble
  }
  return null
}

/**
 * The Node that builds and tests run on: the project's own where npm has one
 * for this platform, else the one that runs this.
 * @throws {Problem} when neither is new enough.
 */
export function buildNode() {
  const own = join(tools, process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Problem(
    `npm has no Node 24 for ${process.platform} ${process.arch} and this is Node ${process.versions.node}: install Node 24 from https://nodejs.org and run the command again.`,
  )
}

/** True when a command is on the path and answers to `--version`. */
export async function hasCommand(name) {
  return (await run(name, ['--version'], { cwd: root })).code === 0
}
