import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Report } from '@fieldhouse/contract'
import { composePage, type PageOptions, type Release } from './compose.ts'

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
  close: () => Promise<void>
}

export async function startSite(releases: Release[]): Promise<TestSite> {
  const site: TestSite = {
    address: '',
    options: {},
    releases,
    tamper: new Map(),
    reports: [],
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    answer(site, request, response).catch((error) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

async function answer(site: TestSite, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', site.address)
  site.requests.push(url.pathname)
  if (url.pathname === '/favicon.ico') {
    response.writeHead(204).end()
  } else if (url.pathname === '/_report') {
    site.reports.push(JSON.parse(Buffer.concat(await request.toArray()).toString()) as Report)
    response.writeHead(204).end()
  } else if (url.pathname.startsWith('/_r/')) {
    await answerFile(site, url.pathname, response)
  } else {
    const { html, map } = await composePage(site.releases, url.pathname, site.options)
    const hash = createHash('sha256')
      .update(site.options.refuseMap ? `${map} ` : map)
      .digest('base64')
    response
      .writeHead(200, {
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
  if (!release) {
    response.writeHead(404).end()
    return
  }
  const content = tampered ?? (await readFile(join(release.folder, file)))
  response
    .writeHead(200, { 'Content-Type': TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream' })
    .end(content)
}
