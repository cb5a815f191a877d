import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../scripts/lib/child.mjs'
import { binary, dist, editions, root } from '../../scripts/lib/paths.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'
import { startSite, takeReleases } from '../../scripts/lib/site.mjs'

/** How many releases a store of teams that ship daily has. */
const STORED = 100

/** A third edition: the pages of one of the others under a name of its own. */
const THIRD = 'hockey'
const LIKE = 'basketball'

/** The editions with a canary, and which share of the visitors gets it. */
const CANARIES = ['football', 'basketball']
const SHARE = '5%'

/** A site with 100 releases in its store, three editions and canaries on two of them. @returns what startSite does */
export async function openCrowd({ folder, port }) {
  const store = join(folder, 'crowd', 'store')
  await takeReleases([...editions.map((edition) => dist(edition)), await third(join(folder, 'crowd', THIRD))], store)
  await storeVersions(join(folder, 'crowd', 'versions'), store)
  const admin = `127.0.0.1:${port + 9}`
  const site = await startSite({
    ...{ port, store, log: join(folder, 'crowd.log'), env: { ADMIN: admin } },
    config: await configuration(join(folder, 'crowd')),
  })
  try {
    const to = `http://${admin}`
    const token = /fieldhouse_\S+/.exec(await command('token', 'make', 'bench', 'all', '--address', to))[0]
    const env = { ...process.env, FIELDHOUSE_TOKEN: token }
    for (const edition of CANARIES) {
      const { output } = await run(binary, ['releases', edition, '--json', '--address', to], { env })
      const other = JSON.parse(output).find(({ as }) => !as.includes('live'))
      const { code, output: said } = await run(binary, ['canary', edition, SHARE, other.release, '--address', to], {
        env,
      })
      if (code !== 0) throw new Problem(`${edition} has no canary.`, said)
    }
  } catch (cause) {
    await site.stop()
    throw cause
  }
  return site
}

async function command(...line) {
  const { code, output } = await run(binary, line)
  if (code !== 0) throw new Problem(`fieldhouse ${line.join(' ')} ended with ${code}.`, output)
  return output
}

/** The site's configuration with the third edition's line. */
async function configuration(folder) {
  const common = await readFile(join(root, 'Caddyfile.common'), 'utf8')
  const line = /^\s*edition basketball .*$/m
  await writeFile(join(folder, 'Caddyfile.common'), common.replace(line, `$&\n\t\tedition ${THIRD} Hockey Hockey`))
  await copyFile(join(root, 'Caddyfile.dev'), join(folder, 'Caddyfile'))
  await copyFile(join(root, 'Caddyfile.texts'), join(folder, 'Caddyfile.texts'))
  return join(folder, 'Caddyfile')
}

/** Writes a release of the third edition: the home page of another, without styles, which are that one's own. */
async function third(folder) {
  await mkdir(folder, { recursive: true })
  const manifest = JSON.parse(await readFile(join(dist(LIKE), 'release.json'), 'utf8'))
  const files = manifest.files.filter(({ path }) => !manifest.styles.includes(path))
  const home = manifest.routes.find(({ path }) => path === `/${LIKE}`)
  const made = { ...manifest, edition: THIRD, styles: [], files, routes: [{ ...home, path: `/${THIRD}` }] }
  await writeFile(join(folder, 'release.json'), JSON.stringify(made))
  for (const name of await readdir(dist(LIKE)))
    if (name !== 'release.json' && !manifest.styles.some((style) => name.startsWith(style)))
      await copyFile(join(dist(LIKE), name), join(folder, name))
  return folder
}

/** Takes further releases in, beside those that are live: the same with other versions. */
async function storeVersions(folder, store) {
  const folders = []
  for (let count = editions.length + 1; count < STORED; count++) {
    const edition = editions[count % editions.length]
    const version = join(folder, String(count))
    await mkdir(version, { recursive: true })
    for (const file of await readdir(dist(edition))) await copyFile(join(dist(edition), file), join(version, file))
    const manifest = JSON.parse(await readFile(join(version, 'release.json'), 'utf8'))
    await writeFile(join(version, 'release.json'), JSON.stringify({ ...manifest, version: `0.0.${count}` }))
    folders.push(version)
  }
  await command('take', '--store', store, ...folders)
}
