import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Language, Report } from '@fieldhouse/contract'
import {
  composeFooter,
  composeMain,
  composePage,
  lineupEntry,
  type PageOptions,
  pageInfo,
  type Release,
} from './compose.ts'

/** A gateway just large enough for a browser test: composed pages under the site's own CSP, and release files. */
export interface TestSite {
  address: string
  /** What the next pages are like. */
  options: PageOptions
  releases: Release[]
  /** Gives file contents instead of the release's, by a file's name, with its hash or without. */
  tamper: Map<string, string>
  /** Bodies of `/_report`. */
  reports: Report[]
  /** Paths that were asked for. */
  requests: string[]
  /** Announces a release to the pages that follow `/_dev/events`. */
  announce: (release: Release) => void
  close: () => Promise<void>
}

export async function startSite(releases: Release[]): Promise<TestSite> {
  const followers = new Set<ServerResponse>()
  const site: TestSite = {
    address: '',
    options: {},
    releases,
    tamper: new Map(),
    reports: [],
    requests: [],
    announce: (release) => {
      const message = JSON.stringify({
        edition: release.manifest.edition,
        entry: lineupEntry(release),
        signedLineup: 'signed',
      })
      for (const follower of followers) follower.write(`data: ${message}\n\n`)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    answer(site, followers, request, response).catch((error) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

async function answer(
  site: TestSite,
  followers: Set<ServerResponse>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const url = new URL(request.url ?? '/', site.address)
  site.requests.push(url.pathname)
  const language: Language = (url.searchParams.get('lang') ?? 'en') === 'es' ? 'es' : 'en'
  if (url.pathname === '/favicon.ico') {
    response.writeHead(204).end()
  } else if (url.pathname === '/_report') {
    site.reports.push(JSON.parse(Buffer.concat(await request.toArray()).toString()) as Report)
    response.writeHead(204).end()
  } else if (url.pathname === '/_dev/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': here\n\n')
    followers.add(response)
    response.once('close', () => followers.delete(response))
  } else if (url.pathname === '/_page') {
    const page = pageInfo(site.releases, url.searchParams.get('path') ?? '', language)
    const main = await composeMain(site.releases, page, site.options)
    const footerMarkup = page.footer ? await composeFooter(site.releases, page) : undefined
    const answered = { ...page, main, footerMarkup, snapshot: {} }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answered))
  } else if (url.pathname.startsWith('/_r/')) {
    await answerFile(site, url.pathname, response)
  } else {
    const { html, map, status } = await composePage(site.releases, url.pathname, language, site.options)
    const hash = createHash('sha256')
      .update(site.options.refuseMap ? `${map} ` : map)
      .digest('base64')
    response
      .writeHead(status, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `default-src 'none'; base-uri 'none'; object-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types fieldhouse`,
      })
      .end(html)
  }
}

const TYPES: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** `host.<hash>.js` is `host.js`. */
export const withoutHash = (path: string): string => path.replace(/\.[0-9a-f]{20}(?=\.)/, '')

async function answerFile(site: TestSite, pathname: string, response: ServerResponse) {
  const [, , edition, file = ''] = pathname.split('/')
  const holds = ({ manifest }: Release) =>
    manifest.edition === edition && manifest.files.some(({ path }) => path === file)
  const release = site.releases.find(holds)
  const tampered = site.tamper.get(file) ?? site.tamper.get(withoutHash(file))
  if (!release || tampered === '404') {
    response.writeHead(404).end()
    return
  }
  const content = tampered ?? (await readFile(join(release.folder, file)))
  response
    .writeHead(200, { 'Content-Type': TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream' })
    .end(content)
}
