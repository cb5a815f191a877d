import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { statusOf } from '../../scripts/lib/ask.mjs'
import { startServer } from '../../scripts/lib/server.mjs'

/**
 * Starts a server and answers once it speaks HTTP on a port of loopback.
 * @param {{name: string, command: string[], port: number, folder: string}} server
 * @returns `{name, port, address, host, url, pid, stop}`; with `await using` it is stopped as well
 */
export async function serve({ name, command, port, folder }) {
  const address = `127.0.0.1:${port}`
  const server = await startServer({
    name,
    command,
    env: homes(folder),
    log: join(folder, `${fileName(name)}.log`),
    ready: async () => (await statusOf(`http://${address}`)) !== null || `nothing answers on port ${port}`,
    within: 30_000,
    poll: 20,
  })
  return { ...server, name, port, address, host: `localhost:${port}`, url: `http://${address}` }
}

/** Starts a Caddy of some kind, such as the gateway, with the text of its Caddyfile. */
export async function serveCaddy({ binary, text, before = [], ...server }) {
  await mkdir(server.folder, { recursive: true })
  const config = join(server.folder, `Caddyfile.${fileName(server.name)}`)
  await writeFile(config, text)
  return serve({ ...server, command: [...before, ...runs(binary, config)] })
}

/** The command that runs a Caddyfile. */
export const runs = (binary, config) => [binary, 'run', '--config', config, '--adapter', 'caddyfile']

/** Where Caddy keeps what it keeps. */
export const homes = (folder) => ({ XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') })

const fileName = (name) => name.replace(/\W+/g, '-')
