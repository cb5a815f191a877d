import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@fieldhouse/build'
import { ask } from '../../scripts/lib/ask.mjs'
import { run } from '../../scripts/lib/child.mjs'
import { binary, dist, editions } from '../../scripts/lib/paths.mjs'
import { startSite } from '../../scripts/lib/site.mjs'
import { median, spread } from '../report/figures.mjs'

/** What a release weighs that is shipped whole, bytes. */
const WHOLE = 2_000_000
/** Activations and rollbacks under load, and how many ask for pages meanwhile. */
const CHANGES = 200
const READERS = 8
/** The targets, milliseconds. */
const MOST_WHOLE = 500
const MOST_UPDATE = 200
const MOST_ROLLBACK = 50

const hex = (content) => createHash('sha256').update(content).digest('hex').slice(0, 20)

/**
 * Ships an edition whole and with one changed text, goes back, and changes it 200 times while clients ask for its page: no
 * request may fail, and no page have the text of another release than the one that it names.
 */
export async function measureShip(report, { folder, port, store, rounds }) {
  report.section(
    'Shipping (over the API at the admin endpoint, on loopback)',
    `a release of ${WHOLE / 1e6} MB sent whole, and one of which a text changed; ${CHANGES} changes beside ${READERS} readers of its page`,
  )
  const edition = editions.find((name) => name !== 'host' && name !== 'shell')
  const admin = `127.0.0.1:${port + 9}`
  const site = await startSite({ port, store, log: join(folder, 'ship.log'), env: { ADMIN: admin } })
  try {
    const to = `http://${admin}`
    const { output } = await run(binary, ['token', 'make', 'bench', 'all', '--address', to])
    const token = /fieldhouse_\S+/.exec(output)[0]
    const client = new Client(to, token)
    const make = (number, ballast) => variant(join(folder, 'ship', String(number)), edition, number, ballast)
    const timed = async (work) => {
      const started = performance.now()
      const answer = await work()
      return [performance.now() - started, answer]
    }
    const change = async (action, releases) => {
      const response = await fetch(`${to}/releases/lineup`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, Origin: to },
        body: JSON.stringify({ action, releases }),
      })
      if (!response.ok) throw new Error(`${action}: ${response.status} ${await response.text()}`)
      return response.json()
    }

    const whole = []
    const update = []
    const command = []
    const back = []
    for (let round = 0; round < rounds; round++) {
      const ballast = randomBytes(WHOLE)
      const [first, next, last] = await Promise.all([0, 1, 2].map((more) => make(3 * round + more, ballast)))
      whole.push((await timed(() => client.ship(edition, first, { as: 'live' })))[0])
      update.push((await timed(() => client.ship(edition, next, { as: 'live' })))[0])
      const env = { ...process.env, FIELDHOUSE_TOKEN: token }
      const [byCommand, { code }] = await timed(() => run(binary, ['ship', edition, last, '--address', to], { env }))
      if (code !== 0) throw new Error(`the command ended with ${code}`)
      command.push(byCommand)
      back.push((await timed(() => change('rollback', { [edition]: '' })))[0])
    }
    const most = (name, times, target) =>
      report.figure(name, `${spread(times)} ms`, { target: `under ${target} ms`, kept: median(times) < target })
    most('2 MB to live', whole, MOST_WHOLE)
    most('one changed text to live', update, MOST_UPDATE)
    report.figure('the same by `fieldhouse ship`', `${spread(command)} ms`)
    most('rollback answered', back, MOST_ROLLBACK)
    await changesUnderLoad(report, { site, edition, client, change, make })
  } finally {
    await site.stop()
  }
}

async function changesUnderLoad(report, { site, edition, client, change, make }) {
  const texts = new Map()
  // Of the two the second is live, and the first the one before it.
  for (const number of [1001, 1002]) {
    const { release } = await client.ship(edition, await make(number), { as: 'live' })
    texts.set(release, marker(number))
  }
  const names = [...texts.keys()]
  let over = false
  let failed = 0
  let mixed = 0
  let pages = 0
  const seen = new Set()
  const reader = async () => {
    while (!over) {
      const { status, body } = await ask(`${site.address}/${edition}?lang=en`).then(
        (answer) => ({ ...answer, body: answer.body.toString() }),
        () => ({ status: 0, body: '' }),
      )
      pages++
      const named = names.filter((name) => body.includes(name))
      const said = names.filter((name) => body.includes(texts.get(name)))
      if (status !== 200 || said.length === 0) failed++
      if (said.length > 1 || (named.length > 0 && (named.length > 1 || named[0] !== said[0]))) mixed++
      seen.add(said[0])
    }
  }
  const readers = Array.from({ length: READERS }, reader)
  for (let count = 0; count < CHANGES; count++) {
    if (count % 2 === 0) await change('rollback', { [edition]: '' })
    else await change('live', { [edition]: names[1] })
  }
  over = true
  await Promise.all(readers)
  report.figure(`${CHANGES} activations and rollbacks`, `${failed} failed, ${mixed} mixed`, {
    beside: `${pages} pages, of ${seen.size} releases`,
    target: '0 failed, 0 mixed',
    kept: failed === 0 && mixed === 0 && seen.size === 2,
  })
}

const marker = (number) => `bench-text-${number}-`

/** Writes a release like the built one with another text on its home page, and with ballast if there is any. */
async function variant(folder, edition, number, ballast) {
  await mkdir(folder, { recursive: true })
  const source = dist(edition)
  let json = await readFile(join(source, 'release.json'), 'utf8')
  const manifest = JSON.parse(json)
  const old = manifest.routes.find(({ path }) => path === `/${edition}`).fragment.en
  const text = `${await readFile(join(source, old), 'utf8')}<p>${marker(number)}</p>`
  const files = new Map()
  const put = (name, content) => {
    const buffer = Buffer.from(content)
    const at = name.lastIndexOf('.')
    const named = `${name.slice(0, at)}.${hex(buffer)}${name.slice(at)}`
    files.set(named, buffer)
    const sha384 = `sha384-${createHash('sha384').update(buffer).digest('base64')}`
    return { path: named, sha384, size: buffer.length }
  }
  const changed = put(old.replace(/\.[0-9a-f]{20}\./, '.'), text)
  manifest.files = manifest.files.filter(({ path }) => path !== old)
  manifest.files.push(changed, ...(ballast ? [put('ballast.bin', ballast)] : []))
  json = JSON.stringify(manifest).replaceAll(`"${old}"`, `"${changed.path}"`)
  for (const name of await readdir(source))
    if (name !== 'release.json' && !name.startsWith(old))
      await writeFile(join(folder, name), await readFile(join(source, name)))
  for (const [name, content] of files) await writeFile(join(folder, name), content)
  await writeFile(join(folder, 'release.json'), json)
  return folder
}
