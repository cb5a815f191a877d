import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { HOST, readApp, SHELL } from '../config.ts'
import { explain } from '../explain.ts'
import { LocalEdition } from './local.ts'
import { startProxy } from './proxy.ts'

export const DEV_USAGE = `fieldhouse-build dev [folder] --gateway <origin> [--port <port>]

Shows the site of a gateway on this machine, with the edition in the folder (the current one by default) in the place of the
gateway's: it is built at every change, and open pages take it without a reload. Header, footer, data, the other editions
and the libraries that all share, React among them, are the gateway's. What pages report is printed here.
  --gateway <origin>  of the site, such as https://fieldhouse.example; http on this machine alone
  --port <port>       on loopback (PORT, else 8080); 0 for a free one
It ends with 0 when it is stopped, 1 when the gateway cannot be the site's, 2 when the call makes no sense, 3 when the gateway
cannot be reached.

  fieldhouse-build dev apps/rugby --gateway https://fieldhouse.example`

const EXIT = { done: 0, wrong: 2, failed: 1, unreachable: 3 }

/** Runs `fieldhouse-build dev`. @returns the exit code */
export async function dev(args: string[]): Promise<number> {
  let given: ReturnType<typeof parse>
  try {
    given = parse(args)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${DEV_USAGE}`)
    return EXIT.wrong
  }
  if (!given) {
    console.log(DEV_USAGE)
    return EXIT.done
  }
  try {
    return await show(given)
  } catch (error) {
    console.error(explain(error))
    return (error as Error).name === 'Unreachable' ? EXIT.unreachable : EXIT.failed
  }
}

/** Shows the edition until it is stopped. */
async function show({ folder, gateway, port }: Given): Promise<number> {
  // By these the prerender loads React's development build and names sources.
  process.env.NODE_ENV = 'development'
  process.setSourceMapsEnabled(true)
  const app = await readApp(folder)
  if (app.edition === HOST || app.edition === SHELL) {
    console.error(`${app.edition} is the gateway's here: an edition takes the place of its own pages alone`)
    return EXIT.wrong
  }
  const local = new LocalEdition(app.edition)
  const print = (line: string) => console.log(line)
  const proxy = await startProxy({ gateway, local, port, print })
  try {
    const { lineup } = await proxy.probe()
    if (!lineup[app.edition]) print(`${gateway.origin} has no ${app.edition}: its pages are here alone, and in no menu`)
    const { toldToStop, watch } = await import('../watch.ts')
    const watching = watch(
      app,
      'development',
      async (release) => {
        proxy.announce(local.take(release))
        print(`${app.edition} ${release.name} built`)
      },
      (error) => {
        proxy.failed(explain(error))
        console.error(explain(error))
      },
    )
    print(`${proxy.address}/${app.edition} shows ${app.folder} in ${gateway.origin}. Ctrl-C stops it.`)
    await toldToStop()
    await watching.close()
    return EXIT.done
  } finally {
    await proxy.close()
  }
}

interface Given {
  folder: string
  gateway: URL
  port: number
}

function parse(args: string[]): Given | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { gateway: { type: 'string' }, port: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return null
  if (positionals.length > 1) throw new Error('name one folder')
  return { folder: resolve(positionals[0] ?? '.'), gateway: readOrigin(values.gateway), port: readPort(values.port) }
}

/** @throws Error when it is no origin, or cookies would go over a network for everybody to read */
function readOrigin(text: string | undefined): URL {
  const url = URL.canParse(text ?? '') ? new URL(text ?? '') : null
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.username) {
    throw new Error(`--gateway ${text ?? ''}: write the origin of a site, such as https://fieldhouse.example`)
  }
  if (url.protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) {
    throw new Error(`--gateway ${text}: cookies would go over the network for everybody to read: use https`)
  }
  return url
}

function readPort(text = process.env.PORT || '8080'): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`the port ${text} is none: write a number from 0 to 65535`)
  return port
}
