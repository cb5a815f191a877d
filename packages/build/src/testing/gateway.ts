import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  CONTRACT_MINOR,
  CONTRACT_VERSION,
  type FeedAnswer,
  type PageInfo,
  type ReleaseManifest,
  type ReleaseRoute,
  type SiteSettings,
  type Snapshot,
} from '@fieldhouse/contract'
import { scriptJson } from '../dev/escape.ts'
import { type MadeRelease, makeRelease } from '../release/write.ts'

/** A gateway just large enough for the proxy that stands before it. */
export interface TestGateway {
  url: URL
  /** What was asked for. */
  requests: { method: string; target: string; headers: IncomingMessage['headers'] }[]
  /** Answers instead of the gateway; false where the gateway is to. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean
  close: () => Promise<void>
}

const entry = (edition: string) => {
  const base = `/_r/${edition}/`
  return { release: `${edition}-1`, base, entry: `${base}entry.js`, mount: './mount', styles: [`${base}styles.css`] }
}

const settings: SiteSettings = {
  product: 'Field & <House>',
  developer: { name: 'The "Makers"', link: 'https://makers.example/' },
  editions: [
    { nameEN: 'Football', NameSP: 'Fútbol', link: '/football' },
    { nameEN: 'Rugby', NameSP: 'Rugby', link: '/rugby' },
  ],
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

const DROPS = {
  rows: [{ drop_id: 7, edition: 'football', name: 'Kick-off', listing_price: '10.00 USD' }],
  more: false,
  next_key: '',
}
const FEED = {
  status: 'ok',
  feed: { url: 'https://blog.example/feed', link: 'https://blog.example' },
  items: [{ slug: 'a', title: 'A post', pubDate: '', link: '', content: '<p>its text</p>', description: 'its text' }],
}
const SNAPSHOTS: Record<string, Snapshot> = {
  '/': { PostsMedium: FEED as unknown as FeedAnswer },
  '/football': { rowDrops: DROPS },
}

/** Its pages, by path. Each other one below an edition is its 404. */
const PAGES = ['/', '/football', '/football/old', '/football/drops/7', '/rugby']

export function pageOf(path: string, language: 'en' | 'es' = 'en'): PageInfo {
  const isKnown = PAGES.includes(path)
  const edition = (isKnown && path.split('/')[1]) || 'shell'
  return {
    ...{ path: isKnown ? path : '', route: isKnown ? path : null, status: isKnown ? 200 : 404, language, edition },
    ...{ header: 'default', footer: 'default', title: `Gateway ${path}`, description: `About ${path}` },
    lineup: { host: entry('host'), shell: entry('shell'), football: entry('football'), rugby: entry('rugby') },
    ...{ signedLineup: 'signed', time: Date.UTC(2026, 10, 22), reports: { share: 1000 } },
  }
}

export function htmlOf(info: PageInfo): string {
  const assets = ['shell', ...(info.edition === 'shell' ? [] : [info.edition])]
  const styles = assets.map((name) => `<style data-href="/_r/${name}/styles.css">.${name}-a{}</style>`)
  return `<!doctype html><html lang="${info.language}" data-floor="default"><head><script type="importmap">{}</script><title>${info.title}</title><link rel="preload" as="font" type="font/woff2" href="/_r/${info.edition}/a.woff2" crossorigin><meta name="description" content="${info.description}">${styles.join('')}<template id="fh-scripts"><link rel="modulepreload" fetchpriority="low" href="/_r/${info.edition}/mount.js" integrity="x"><script type="module" src="/_r/host/host.js"></script></template></head><body><div id="fh-header">header of ${info.path}</div><main id="fh-main" tabindex="-1" data-floor="default">the gateway's ${info.title}</main><div id="fh-footer">footer</div><div id="fh-overlay"></div><script type="application/json" id="fh-settings">${scriptJson(settings)}</script><script type="application/json" id="fh-page">${scriptJson(info)}</script><script type="application/json" id="fh-snapshot">${scriptJson(SNAPSHOTS[info.path] ?? {})}</script></body></html>`
}

export async function startGateway(port = 0): Promise<TestGateway> {
  const server = createServer((request, response) => {
    const { method = '', url: target = '', headers } = request
    gateway.requests.push({ method, target, headers })
    if (!gateway.instead(request, response)) answer(target, headers['if-none-match'], response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const gateway: TestGateway = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests: [],
    instead: () => false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return gateway
}

const POLICY = "default-src 'none'; connect-src 'self' wss://site.example; trusted-types fieldhouse"

function answer(target: string, tag: string | undefined, response: ServerResponse): void {
  const url = new URL(target, 'http://gateway')
  const language = url.searchParams.get('lang') === 'es' ? 'es' : 'en'
  const json = (body: unknown) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  if (url.pathname === '/_page') {
    const path = url.searchParams.get('path') ?? ''
    const { header, footer, ...info } = pageOf(path, language)
    const isKnown = info.route !== null
    const looks = isKnown ? { header, footer, footerMarkup: 'footer' } : { header: null, footer: null }
    json({ ...info, path, ...looks, main: `the gateway's ${info.title}`, head: '', snapshot: SNAPSHOTS[path] ?? {} })
  } else if (url.pathname === '/api/v1/rows/drops') json(DROPS)
  else if (url.pathname === '/api/v1/feed' && url.searchParams.get('rss_url') === FEED.feed.url) {
    if (tag === '"feed"') response.writeHead(304).end()
    else response.writeHead(200, { 'Content-Type': 'application/json', ETag: '"feed"' }).end(JSON.stringify(FEED))
  } else if (url.pathname.startsWith('/_r/') || url.pathname.startsWith('/api/')) {
    response.writeHead(200, { 'Content-Type': 'text/plain', ETag: '"file"' }).end(`the gateway's ${target}`)
  } else {
    const info = pageOf(url.pathname, language)
    response
      .writeHead(info.status, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'private, no-cache',
        ETag: '"page"',
        'Strict-Transport-Security': 'max-age=31536000',
        'Content-Security-Policy': POLICY,
        'Set-Cookie': [
          'language=EN; Path=/; Max-Age=1; Domain=site.example; Secure; SameSite=Lax',
          'seen=1; SameSite=None; Secure',
        ],
      })
      .end(htmlOf(info))
  }
}

const both = (text: string) => ({ en: text, es: `${text} (es)` })

/** A build of football: a home, a page that is here alone and one of each drop, and what its main says. */
export function madeRelease(
  said: string,
  change: (built: Map<string, Buffer>) => void = () => {},
): Promise<MadeRelease> {
  const built = new Map<string, Buffer>()
  const file = (name: string, content: string) => {
    built.set(name, Buffer.from(content))
    return name
  }
  const fragment = (name: string, markup: string) => ({
    en: file(`${name}-en.html`, markup),
    es: file(`${name}-es.html`, `${markup} (es)`),
  })
  const scripts = [file('entry.js', `entry of ${said}`), file('mount.js', 'mount')]
  file('said.js', said)
  const route = (path: string, title: string, markup: string, more: Partial<ReleaseRoute>): ReleaseRoute => ({
    ...{ path, header: 'football', footer: 'football', title: both(title), description: both(`Local ${path}`) },
    ...{ fragment: fragment(title.replace(/\W/g, ''), markup), scripts, data: [], ...more },
  })
  const slot = '<div data-slot="drops"></div>'
  const routes = [
    route('/football', 'home', `${said} of @setting/product@${slot}`, { data: ['rowDrops'] }),
    route('/football/new', 'new', `${said}, new${slot}@list/posts.latest@`, { data: ['rowDrops', 'PostsMedium'] }),
    route('/football/drops/:id', '@item/name@', `${said}: @item/name@`, { item: 'drops', data: ['rowDrops'] }),
  ]
  const runtime = { name: '@module-federation/webpack-bundler-runtime', version: '2.9.2', range: '^2.9.0' }
  const sold = both('[@item/name@ is over]')
  const manifest = {
    ...{ contract: CONTRACT_VERSION, minor: CONTRACT_MINOR, edition: 'football', version: '1.0.0' },
    ...{ entry: 'entry.js', mount: './mount', federation: '2.9.2', shared: [runtime], preload: scripts, routes },
    ...{ fonts: [file('b.woff2', 'font')], styles: [file('styles.css', '.football-b{color:red}')], navigation: [] },
    partials: {
      drops: { live: both('[@item/name@ @item/usd@]'), soon: sold, soldout: sold, ended: sold, empty: both('none') },
      'posts.latest': { post: both('{@item/title@}'), empty: both('none'), unread: both('unread') },
    },
  } satisfies Omit<ReleaseManifest, 'files'>
  change(built)
  return makeRelease(built, manifest, 'quick')
}
