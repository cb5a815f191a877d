import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  HostManifest,
  Language,
  LineupEntry,
  PageInfo,
  ReleaseFrame,
  ReleaseManifest,
  SiteSettings,
} from '@fieldhouse/contract'
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
  /** Inside of the slot `drops`. */
  slot?: string
  dev?: boolean
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

/** The newest release of each edition. */
const live = (releases: Release[]): Release[] => [
  ...new Map(releases.map((release) => [release.manifest.edition, release])).values(),
]

/** What the gateway answers for a path: the route's page, or the shell's not-found page. */
export function pageInfo(releases: Release[], path: string, language: Language): PageInfo {
  const lineup = Object.fromEntries(releases.map((release) => [release.manifest.edition, lineupEntry(release)]))
  for (const { manifest } of live(releases)) {
    const route = manifest.routes?.find((candidate) => candidate.path === path)
    if (route) {
      return {
        path,
        route: path,
        status: 200,
        language,
        edition: manifest.edition,
        header: route.header,
        footer: route.footer,
        title: filled(route.title[language]),
        description: route.description[language],
        lineup,
        signedLineup: 'signed',
        time: 1000,
      }
    }
  }
  const title = filled(shellOf(releases).manifest.frame?.notFoundTitle[language] ?? '')
  return {
    path,
    route: null,
    status: 404,
    language,
    edition: 'shell',
    header: null,
    footer: null,
    title,
    description: '',
    lineup,
    signedLineup: 'signed',
    time: 1000,
  }
}

/** A whole page, and its import map for the CSP's hash. */
export async function composePage(releases: Release[], path: string, language: Language, options: PageOptions) {
  const info = pageInfo(releases, path, language)
  const page: PageInfo = {
    ...info,
    header: info.header ?? 'default',
    footer: info.footer ?? 'default',
    ...(options.dev ? { dev: true } : {}),
  }
  const shell = shellOf(releases)
  const main = editionOf(releases, page)
  const frame = frameOf(shell)
  const fragment = (file: string | undefined) => fillFile(shell, shell, file, language, options.slot ?? '')
  const integrity = Object.fromEntries(
    releases.flatMap(({ manifest }) =>
      manifest.files
        .filter(({ path }) => path.endsWith('.js'))
        .map(({ path, sha384 }) => [`/_r/${manifest.edition}/${path}`, sha384]),
    ),
  )
  const hosting = editionOf(releases, { edition: 'host' })
  const { entry, imports: more } = hosting.manifest as unknown as HostManifest
  const named = Object.entries({ 'fieldhouse/host': entry, ...more })
  const imports = Object.fromEntries(named.map(([name, path]) => [name, `/_r/host/${path}`]))
  const host = imports['fieldhouse/host'] as string
  const map = JSON.stringify((options.map ?? ((value) => value))({ imports, integrity }))
  const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
  const html = `<!doctype html><html lang="${language}"><head>${map === 'null' ? '' : `<script type="importmap">${map}</script>`}
<title>${escaped(page.title)}</title><meta name="description" content="${escaped(page.description)}">
<link rel="canonical" href="http://site.example${path}">
${[...new Set([hosting, shell, main])].flatMap((release) => lineupEntry(release).styles.map((href) => `<link rel="stylesheet" href="${href}">`)).join('')}
</head><body><div id="fh-header">${await fragment(frame.header[page.header ?? 'default']?.[language])}</div>
<main id="fh-main" tabindex="-1">${await composeMain(releases, info, options)}</main>
<div id="fh-footer">${await composeFooter(releases, page)}</div><div id="fh-overlay"></div>
<script type="application/json" id="fh-settings">${json(SETTINGS)}</script>
<script type="application/json" id="fh-page">${json(page)}</script>
<script type="application/json" id="fh-snapshot">{}</script>
<script type="module" src="${host}" integrity="${integrity[host]}"></script></body></html>`
  return { html, map, status: info.status }
}

/** What stands in the `<main>` of a page, first or navigated to. */
export function composeMain(releases: Release[], page: PageInfo, options: PageOptions): Promise<string> {
  const shell = shellOf(releases)
  const main = editionOf(releases, page)
  const route = main.manifest.routes.find(({ path }) => path === page.route)
  const { [page.language]: file } = route?.fragment ?? frameOf(shell).notFound
  return fillFile(main, shell, file, page.language, options.slot ?? '')
}

/** What stands in the footer of a page, first or navigated to. */
export function composeFooter(releases: Release[], { footer, language }: PageInfo): Promise<string> {
  const shell = shellOf(releases)
  return fillFile(shell, shell, frameOf(shell).footer[footer ?? 'default']?.[language], language, '')
}

/** The marks of the samples alone: the gateway's composer takes whole sites only. */
async function fillFile(
  release: Release,
  shell: Release,
  file: string | undefined,
  language: Language,
  slot: string,
): Promise<string> {
  if (file === undefined) throw new Error(`reading a fragment: ${release.name} has none of this look`)
  const markup = await readFile(join(release.folder, file), 'utf8')
  const item = shell.manifest.partials.navigation?.link?.[language] ?? ''
  const entries = SETTINGS.navigation.map(({ nameEN, NameSP, link }) =>
    item
      .replaceAll('@item/name@', escaped(language === 'es' ? NameSP : nameEN))
      .replaceAll('@item/link@', escaped(link)),
  )
  return filled(markup, escaped)
    .replaceAll('@release/', lineupEntry(release).base)
    .replaceAll('@list/navigation@', () => entries.join(''))
    .replaceAll('data-slot="drops"></div>', () => `data-slot="drops">${slot}</div>`)
}

const SCALARS: Record<string, string> = {
  product: SETTINGS.product,
  'developer.name': SETTINGS.developer.name,
  'links.playGame': SETTINGS.links.playGame,
}

const filled = (text: string, write = (value: string) => value) =>
  text.replace(/@setting\/([A-Za-z.]+)@/g, (_, name) => write(SCALARS[name] ?? ''))

const editionOf = (releases: Release[], { edition }: Pick<PageInfo, 'edition'>): Release => {
  const release = live(releases).find(({ manifest }) => manifest.edition === edition)
  if (!release) throw new Error(`composing a page: no release of ${edition}`)
  return release
}

const shellOf = (releases: Release[]): Release => editionOf(releases, { edition: 'shell' })

function frameOf({ manifest: { frame } }: Release): ReleaseFrame {
  if (!frame) throw new Error('composing a page: the shell release has no frame')
  return frame
}
