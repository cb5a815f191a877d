import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostManifest, LineupEntry, PageInfo, ReleaseManifest, SiteSettings } from '@fieldhouse/contract'
import { escaped } from '../dev/escape.ts'

/** A release folder as a test's server sees it. */
export interface Release {
  folder: string
  /** The host's is one of its own, without pages. */
  manifest: ReleaseManifest
  name: string
}

/** What a page can be made to be like. */
export interface PageOptions {
  /** Changes the import map. */
  map?: (map: { imports: Record<string, string>; integrity: Record<string, string> }) => unknown
  /** Gives the CSP the hash of another import map. */
  refuseMap?: boolean
}

export const SETTINGS: SiteSettings = {
  product: 'Field & <House>',
  developer: { name: 'The "Makers"', link: 'https://makers.example/' },
  editions: [],
  navigation: [
    { nameEN: 'Football', NameSP: 'Fútbol', link: '/football' },
    { nameEN: 'Home', NameSP: 'Inicio', link: '/' },
  ],
  links: { whitepaper: '/w', playGame: 'https://play.example/', playNow: '/n', createAccount: '/c', community: '/d' },
  socials: [],
  countdowns: { sale: '2026-12-01T00:00:00Z', season: '2027-01-01T00:00:00Z', seasonNumber: 3 },
  network: {
    name: 'devchain',
    chainId: '0'.repeat(64),
    gameContract: 'game',
    collection: 'cards',
    oracle: 'delphioracle',
    oraclePair: 'waxpusd',
    token: 'eosio.token',
    assetEndpoint: 'http://localhost/',
    playSite: 'https://play.example/',
  },
  wallets: {
    linkService: '/link',
    cloudWallet: 'https://wallet.example',
    resourceProvider: 'none',
    sites: { wax: 'https://wax.example', anchor: 'https://anchor.example', wombat: 'https://wombat.example' },
  },
}

/** The lineup entry of a release. */
export function lineupEntry({ manifest, name }: Release): LineupEntry {
  const base = `/_r/${manifest.edition}/`
  const styles = manifest.styles.map((path) => base + path)
  return { release: name, base, entry: base + manifest.entry, mount: manifest.mount, styles }
}

/** A whole page in English as the gateway composes it, and its import map for the CSP's hash. */
export async function composePage(releases: Release[], path: string, options: PageOptions) {
  const main = releases.find(({ manifest }) => manifest.routes?.some((route) => route.path === path))
  const route = main?.manifest.routes.find((candidate) => candidate.path === path)
  const shell = editionOf(releases, 'shell')
  const { frame } = shell.manifest
  if (!main || !route || !frame) throw new Error(`composing ${path}: no release has it`)
  const title = filled(route.title.en)
  const [header, footer] = [frame.header.default?.en, frame.footer.default?.en]
  const page: PageInfo = {
    path,
    route: path,
    status: 200,
    language: 'en',
    edition: main.manifest.edition,
    header: route.header ?? 'default',
    footer: route.footer ?? 'default',
    title,
    description: route.description.en,
    lineup: Object.fromEntries(releases.map((release) => [release.manifest.edition, lineupEntry(release)])),
    signedLineup: 'signed',
    time: 1000,
  }
  const integrity = Object.fromEntries(
    releases.flatMap(({ manifest }) =>
      manifest.files
        .filter(({ path }) => path.endsWith('.js'))
        .map(({ path, sha384 }) => [`/_r/${manifest.edition}/${path}`, sha384]),
    ),
  )
  const hosting = editionOf(releases, 'host')
  const { entry, imports: more } = hosting.manifest as unknown as HostManifest
  const named = Object.entries({ 'fieldhouse/host': entry, ...more })
  const imports = Object.fromEntries(named.map(([name, path]) => [name, `/_r/host/${path}`]))
  const host = imports['fieldhouse/host'] as string
  const map = JSON.stringify((options.map ?? ((value) => value))({ imports, integrity }))
  const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
  const html = `<!doctype html><html lang="en"><head>${map === 'null' ? '' : `<script type="importmap">${map}</script>`}
<title>${escaped(title)}</title><meta name="description" content="${escaped(page.description)}">
<link rel="canonical" href="http://site.example${path}">
${[...new Set([hosting, shell, main])].flatMap((release) => lineupEntry(release).styles.map((href) => `<link rel="stylesheet" href="${href}">`)).join('')}
</head><body><div id="fh-header">${await fillFile(shell, shell, header)}</div>
<main id="fh-main" tabindex="-1">${await fillFile(main, shell, route.fragment.en)}</main>
<div id="fh-footer">${await fillFile(shell, shell, footer)}</div><div id="fh-overlay"></div>
<script type="application/json" id="fh-settings">${json(SETTINGS)}</script>
<script type="application/json" id="fh-page">${json(page)}</script>
<script type="application/json" id="fh-snapshot">{}</script>
<script type="module" src="${host}" integrity="${integrity[host]}"></script></body></html>`
  return { html, map }
}

/** The marks of the samples alone: the gateway's composer takes whole sites only. */
async function fillFile(release: Release, shell: Release, file: string | undefined): Promise<string> {
  if (file === undefined) throw new Error(`reading a fragment: ${release.name} the frame has none`)
  const markup = await readFile(join(release.folder, file), 'utf8')
  const item = shell.manifest.partials.navigation?.link?.en ?? ''
  const entries = SETTINGS.navigation.map(({ nameEN, link }) =>
    item.replaceAll('@item/name@', escaped(nameEN)).replaceAll('@item/link@', escaped(link)),
  )
  return filled(markup, escaped)
    .replaceAll('@release/', lineupEntry(release).base)
    .replaceAll('@list/navigation@', () => entries.join(''))
}

const SCALARS: Record<string, string> = {
  product: SETTINGS.product,
  'developer.name': SETTINGS.developer.name,
  'links.playGame': SETTINGS.links.playGame,
}

const filled = (text: string, write = (value: string) => value) =>
  text.replace(/@setting\/([A-Za-z.]+)@/g, (_, name) => write(SCALARS[name] ?? ''))

const editionOf = (releases: Release[], edition: string): Release => {
  const release = releases.find(({ manifest }) => manifest.edition === edition)
  if (!release) throw new Error(`composing a page: no release of ${edition}`)
  return release
}
