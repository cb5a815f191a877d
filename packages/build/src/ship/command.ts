import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readApp } from '../config.ts'
import {
  Client,
  type Options,
  type Outcome,
  Refused,
  type Shipped,
  type Size,
  TakenBack,
  Unreachable,
  Wrong,
} from './client.ts'

export const SHIP_USAGE = `fieldhouse-build ship [folder] [--canary <share> | --preview | --stored]

Ships what the app's build wrote into dist/: sends of it what the gateway does not have, has it checked whole, and makes it
live, a canary for a share of the visitors (5%), a preview, or nothing yet. Going live ends the edition's canary. When somebody
else makes another release of the edition live or canary meanwhile nothing is done, and it is said who did what.
  --dry-run                 checks all and changes nothing
  --wait                    waits up to an hour for the verdict on the canary
  --force                   goes on though somebody else has shipped the edition meanwhile
  --allow-removed-routes    says yes to pages that go
  --reason <text>           why, for the journal
  --break-glass             ships in spite of a freeze; ops, with a reason
  --if-match <version>      the version that the lineup must have
  --address <address>       of the API (FIELDHOUSE_RELEASES, else CADDY_ADMIN, else localhost:2019)
  --token-file <file>       holds the token (else FIELDHOUSE_TOKEN)
  --json                    prints the API's answer, with what became of a canary that was waited for
It ends with 0 when it is done (with --wait: the canary is live or holds), 1 when it was refused or the canary has no verdict in
time, 2 when the call makes no sense, 3 when the gateway cannot be reached, 4 when somebody else has shipped the edition
meanwhile, 5 when a canary that was waited for was taken back.

  fieldhouse-build ship apps/rugby --canary 5% --wait`

/** How long `--wait` waits, milliseconds. */
const WAIT = 3_600_000

/** What the commands of the gateway end with as well (docs/operating.md). */
const EXIT = { done: 0, refused: 1, wrong: 2, unreachable: 3, conflict: 4, takenBack: 5 }

/** Runs `fieldhouse-build ship`. @returns the exit code */
export async function ship(args: string[], out = console.log, problems = console.error): Promise<number> {
  let given: ReturnType<typeof parse>
  try {
    given = parse(args)
  } catch (error) {
    problems(`${(error as Error).message}\n\n${SHIP_USAGE}`)
    return EXIT.wrong
  }
  const { values, folder, options } = given
  if (values.help) {
    out(SHIP_USAGE)
    return EXIT.done
  }
  try {
    const { edition } = await readApp(folder)
    const secret = values['token-file'] ? await readFile(values['token-file'], 'utf8') : process.env.FIELDHOUSE_TOKEN
    const { FIELDHOUSE_RELEASES, CADDY_ADMIN } = process.env
    const address = values.address || FIELDHOUSE_RELEASES || CADDY_ADMIN || 'localhost:2019'
    const client = new Client(address.includes('/') ? address : `http://${address}`, secret?.trim() ?? '')
    const ifMatch = values.force ? 'any' : values['if-match']
    const shipped = await client.ship(edition, join(folder, 'dist'), options, ifMatch, progress(edition))
    const print = (answer: object) => out(JSON.stringify(answer, undefined, 2))
    const waits = values.wait && !shipped.dryRun
    if (!values.json) out(described(shipped))
    else if (!waits) print(shipped)
    if (!waits) return EXIT.done
    const outcome: Outcome = { edition, release: shipped.release, outcome: '' }
    try {
      const holds = await client.verdict(edition, shipped.release, WAIT, outcome)
      problems(`${edition} ${shipped.release} ${holds ?? 'is live'}`)
      if (holds) problems(`promote it with: fieldhouse promote ${edition}`)
    } finally {
      // One object, as the gateway's command has it.
      if (values.json) print({ ...shipped, outcome })
    }
    return EXIT.done
  } catch (error) {
    if (error instanceof Refused) {
      out(values.json ? JSON.stringify(error.problem, undefined, 2) : refusal(error))
      return error.problem.code === 'conflict' ? EXIT.conflict : EXIT.refused
    }
    const { message, cause } = error as Error
    problems(cause instanceof Error ? `${message}\n  because: ${cause.message}` : message)
    if (error instanceof Wrong) return EXIT.wrong
    if (error instanceof TakenBack) return EXIT.takenBack
    return error instanceof Unreachable ? EXIT.unreachable : EXIT.refused
  }
}

function parse(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      canary: { type: 'string' },
      preview: { type: 'boolean' },
      stored: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      wait: { type: 'boolean' },
      force: { type: 'boolean' },
      'allow-removed-routes': { type: 'boolean' },
      reason: { type: 'string' },
      'break-glass': { type: 'boolean' },
      'if-match': { type: 'string' },
      address: { type: 'string' },
      'token-file': { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  // A variable of a CI that is not set: without its share the release would go to all.
  if (values.canary === '') throw new Error('--canary: write a share of the visitors, such as 5%')
  const ways = (['canary', 'preview', 'stored'] as const).filter((way) => values[way])
  if (ways.length > 1) throw new Error(`${ways.join(' and ')}: take one of them`)
  if (values.force && values['if-match']) throw new Error('--force and --if-match: take one of them')
  if (positionals.length > 1) throw new Error('name one folder')
  if (values.wait && !values.canary) throw new Error('--wait waits for the verdict on a --canary')
  const options: Options = {
    as: ways[0] ?? 'live',
    ...(values.canary ? { share: values.canary } : {}),
    ...(values.reason ? { reason: values.reason } : {}),
    dry_run: values['dry-run'] ?? false,
    allow_removed_routes: values['allow-removed-routes'] ?? false,
    break_glass: values['break-glass'] ?? false,
  }
  return { values, folder: positionals[0] ?? '.', options }
}

/** How much of an upload is sent, on a terminal; elsewhere nothing. */
function progress(edition: string): ((sent: number, all: number) => void) | undefined {
  if (!process.stderr.isTTY) return undefined
  return (sent, all) => process.stderr.write(`\r${edition}: ${sent} of ${all} bytes sent${sent === all ? '\n' : ''}`)
}

function described(shipped: Shipped): string {
  const {
    edition,
    release,
    version,
    as,
    dryRun,
    lineup,
    checked,
    size,
    liveSize,
    removedRoutes = [],
    build,
    endsCanary,
    see,
    seeUntil,
  } = shipped
  const row = (of: string, { files, bytes, firstPage }: Size) =>
    `  ${of}: ${files} files, ${bytes} bytes, ${firstPage} of script on a first page`
  return [
    `${edition} ${release} (${[version, from(build)].filter(Boolean).join(', ')}) ${dryRun ? `would be ${as}` : as} in lineup ${lineup}`,
    ...checked.map((what) => `  checked: ${what}`),
    row('this', size),
    ...(liveSize ? [row('live before', liveSize)] : []),
    ...removedRoutes.map((route) => `  gone: ${route}`),
    ...(endsCanary ? [`  canary: ${endsCanary} ${dryRun ? 'would end' : 'ended'}, all visitors get this release`] : []),
    ...(see ? [`  see: ${see}${seeUntil ? ` until ${seeUntil}` : ''}`] : []),
  ].join('\n')
}

/** Tells releases of one version apart, as the gateway's commands do. */
function from(build: Shipped['build']): string {
  if (!build?.revision) return ''
  const { revision, dirty, committedAt, subject } = build
  const day = committedAt ? ` of ${new Date(committedAt).toISOString().slice(0, 10)}` : ''
  return `${revision}${dirty ? '-dirty' : ''}${day}${subject ? `: ${subject}` : ''}`
}

function refusal({ message, problem }: Refused): string {
  const fits = problem.fits ?? []
  const rows = fits.map(({ edition, release, version, as, fits, why }) => [
    edition,
    release,
    version,
    as,
    fits ? 'yes' : `no: ${why}`,
  ])
  if (rows.length > 0) rows.unshift(['with', 'release', 'version', 'as', 'runs'])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return [
    message,
    ...rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
  ].join('\n')
}
