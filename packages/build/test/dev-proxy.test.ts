import { connect } from 'node:net'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import type { PageInfo } from '@fieldhouse/contract'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { LocalEdition } from '../src/dev/local.ts'
import { readPage } from '../src/dev/page.ts'
import { type SiteProxy, startProxy } from '../src/dev/proxy.ts'
import { htmlOf, madeRelease, pageOf, startGateway, type TestGateway } from '../src/testing/gateway.ts'

let gateway: TestGateway
let proxy: SiteProxy
let local: LocalEdition
let printed: string[]

beforeEach(async () => {
  gateway = await startGateway()
  printed = []
  local = new LocalEdition('football')
  const print = (line: string) => printed.push(line)
  proxy = await startProxy({ gateway: gateway.url, local, port: 0, print })
})

afterEach(async () => {
  await proxy.close()
  await gateway.close()
})

const builds = { first: await madeRelease('first'), second: await madeRelease('second') }
const build = (said: keyof typeof builds) => proxy.announce(local.take(builds[said]))

/** The address of a file of the first build, named as it was before it had a hash. */
function addressOf(name: string): string {
  const [stem, ending] = name.split('.')
  const file = builds.first.manifest.files.find(
    ({ path }) => path.startsWith(`${stem}.`) && path.endsWith(`.${ending}`),
  )
  return `/_r/football/${file?.path}`
}

const ask = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, proxy.address.replace('localhost', '127.0.0.1')), { redirect: 'manual', ...init })

/** A request as it is written, and the status line of what is answered. */
const raw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(proxy.address).port), '127.0.0.1', () => socket.write(text))
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.once('close', () => resolve(said))
    socket.once('error', reject)
  })

async function page(path: string) {
  const answer = await ask(path)
  const html = await answer.text()
  const main = /<main id="fh-main"[^>]*>([\s\S]*)<\/main><div id="fh-footer"/.exec(html)?.[1]
  return { answer, html, main, head: html.slice(0, html.indexOf('</head>')), ...readPage(html) }
}

describe('a page', () => {
  beforeEach(() => build('first'))

  it("of the edition is the gateway's with the local main, title, styles, fonts and scripts", async () => {
    const { main, head, html, info, settings, snapshot } = await page('/football')
    expect(main).toBe('first of Field &amp; &lt;House&gt;<div data-slot="drops">[Kick-off 10.00]</div>')
    expect(html).toContain('<div id="fh-header">header of /football</div>')
    expect(head).toContain('<title>home</title>')
    expect(head).toContain('<meta name="description" content="Local /football">')
    expect(head).toContain(`<link rel="stylesheet" href="${addressOf('styles.css')}"><template id="fh-scripts">`)
    expect(head).toContain(`<link rel="modulepreload" href="${addressOf('mount.js')}">`)
    expect(head).toContain(`href="${addressOf('b.woff2')}"`)
    expect(head).not.toMatch(/football\/(styles\.css|mount\.js|a\.woff2)|football-a/)
    expect(head).toContain('<style data-href="/_r/shell/styles.css">')
    expect(info).toMatchObject({ path: '/football', route: '/football', status: 200, edition: 'football', dev: true })
    expect(info).toMatchObject({ title: 'home', description: 'Local /football', signedLineup: 'signed' })
    expect(info.lineup.football).toMatchObject({ release: builds.first.name, entry: addressOf('entry.js') })
    expect(info.lineup.rugby?.release).toBe('rugby-1')
    expect(info.reports).toBeUndefined()
    expect(Object.keys(snapshot)).toEqual(['rowDrops'])
    expect(settings.wallets.linkService).toBe(`${gateway.url.origin}/link`)
  })

  it('of anybody else is as the gateway made it, and knows the local edition', async () => {
    const { main, info, head } = await page('/rugby')
    expect(main).toBe("the gateway's Gateway /rugby")
    expect(head).toContain('<style data-href="/_r/rugby/styles.css">')
    expect(info.lineup.football?.release).toBe(builds.first.name)
    expect(info).toMatchObject({ edition: 'rugby', dev: true })
  })

  it('is in the language that is asked for', async () => {
    expect((await page('/football?lang=es')).main).toContain('(es)')
  })

  it("that is here alone stands in the gateway's page for what it does not have, with its data", async () => {
    const { answer, main, info, snapshot } = await page('/football/new')
    expect(answer.status).toBe(200)
    expect(main).toBe('first, new<div data-slot="drops">[Kick-off 10.00]</div>unread')
    expect(info).toMatchObject({ path: '/football/new', route: '/football/new', status: 200, edition: 'football' })
    expect(snapshot.rowDrops?.rows).toHaveLength(1)
    const slash = await ask('/football/new/?lang=es')
    expect([slash.status, slash.headers.get('location')]).toEqual([308, '/football/new?lang=es'])
  })

  it('has the posts of the feed that a page of the gateway has named, asked for anew only when they changed', async () => {
    await page('/')
    for (let times = 0; times < 2; times++) {
      const { main, snapshot } = await page('/football/new')
      expect(main).toMatch(/\{A post\}$/)
      expect(snapshot.PostsMedium?.items).toMatchObject([{ slug: 'a', content: '' }])
    }
    const asked = gateway.requests.filter(({ target }) => target.startsWith('/api/v1/feed'))
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"feed"'])
  })

  it.each(['/football/old', '/football/never', '/football/drops/8'])(
    'that is not here is not found: %s',
    async (path) => {
      const { answer, info, main } = await page(path)
      expect([answer.status, info.status, info.route]).toEqual([404, 404, null])
      expect(main).toContain("the gateway's")
      expect(info.lineup.football?.release).toBe(builds.first.name)
    },
  )

  it('of an item is filled with it', async () => {
    const { main, info } = await page('/football/drops/7')
    expect(main).toBe('first: Kick-off')
    expect(info).toMatchObject({ title: 'Kick-off', route: '/football/drops/:id', path: '/football/drops/7' })
  })

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('that comes as %s though nobody asked for it is read', async (coding, compress) => {
    gateway.instead = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': coding })
      response.end(compress(htmlOf(pageOf('/football'))))
      return true
    }
    expect((await page('/football')).main).toContain('first of')
  })
})

it('a build that a gateway would refuse leaves the one before, and says why', async () => {
  build('first')
  const odd = await madeRelease('odd', (built) => built.set('home-en.html', Buffer.from('@list/nobody@')))
  expect(() => local.take(odd)).toThrow(/home-en\..*\.html: mark for "nobody": there is none of this name here/)
  expect((await page('/football')).main).toContain('first of')
})

describe('navigation', () => {
  beforeEach(() => build('first'))
  const info = async (path: string) => {
    const answer = await ask(`/_page?${new URLSearchParams({ path, lang: 'en', lineup: 'signed' })}`)
    return { status: answer.status, info: (answer.status === 200 ? await answer.json() : {}) as PageInfo }
  }

  it("is answered with the local page, on the visitor's lineup", async () => {
    const { info: answered } = await info('/football')
    expect(answered.main).toContain('first of')
    expect(answered).toMatchObject({ route: '/football', edition: 'football', dev: true, footerMarkup: 'footer' })
    expect(answered.head).toContain('Local /football')
    expect(answered.lineup.football?.release).toBe(builds.first.name)
    expect(gateway.requests.find(({ target }) => target.startsWith('/_page'))?.target).toContain('lineup=signed')
  })

  it("is answered with the gateway's page of another edition", async () => {
    const { info: answered } = await info('/rugby')
    expect(answered).toMatchObject({ main: "the gateway's Gateway /rugby", edition: 'rugby', dev: true })
    expect(answered.lineup.football?.release).toBe(builds.first.name)
  })

  it('to a page that is here alone is a full load, which has its header', async () => {
    expect((await info('/football/new')).status).toBe(409)
  })

  it('to a page that is gone here finds nothing', async () => {
    const { info: answered } = await info('/football/old')
    expect(answered).toMatchObject({ path: '/football/old', status: 404, route: null, header: null })
  })
})

it('open pages hear of each build, and one that comes back of the newest', async () => {
  build('first')
  const events = (await ask('/_dev/events')).body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const until = async (release: string) => {
    while (!heard.includes(release)) heard += (await events?.read())?.value ?? ''
  }
  await until(builds.first.name)
  build('second')
  await until(builds.second.name)
  expect(heard).not.toContain('signedLineup')
  await events?.cancel()
})

it('the files of a build before are there for the pages that it is in, and all others are the gateway’s', async () => {
  build('first')
  build('second')
  expect(await (await ask(addressOf('said.js'))).text()).toBe('first')
  expect(await (await ask(addressOf('mount.js'))).text()).toBe('mount')
  expect(await (await ask('/_r/football/other.js')).text()).toBe("the gateway's /_r/football/other.js")
  const script = await ask('/_r/rugby/mount.js')
  expect(script.headers.get('etag')).toBe('"file"')
})

it('a build that goes wrong before there is one is what the page says, until there is', async () => {
  const waiting = ask('/football')
  proxy.failed('src/Main.tsx: <oops>')
  const answer = await waiting
  expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('src/Main.tsx: &lt;oops&gt;')])
  build('first')
  proxy.failed('src/Main.tsx: again')
  expect((await page('/football')).main).toContain('first of')
})

it('what a page reports is printed, and is not told to the site', async () => {
  const report = {
    kind: 'remote',
    message: 'no mount',
    edition: 'football',
    release: builds.first.name,
    path: '/football',
  }
  const send = (body: unknown) => ask('/_report', { method: 'POST', body: JSON.stringify(body) })
  expect((await send(report)).status).toBe(204)
  expect((await send({ kind: 'view' })).status).toBe(204)
  expect((await send({ kind: 'x'.repeat(9000) })).status).toBe(413)
  expect(printed).toEqual(['a browser reports: remote: football: /football: no mount'])
  expect(gateway.requests).toEqual([])
})

describe('between this machine and the gateway', () => {
  beforeEach(() => build('first'))

  it('cookies are those of the site, without what ties them to its origin', async () => {
    const { answer } = await page('/football')
    expect(answer.headers.getSetCookie()).toEqual([
      'language=EN; Path=/; Max-Age=1; SameSite=Lax',
      'seen=1; SameSite=Lax',
    ])
    gateway.requests.length = 0
    await ask('/rugby', { headers: { Cookie: 'language=EN; other_project=secret; seen=1; bucket=b' } })
    expect(gateway.requests[0]?.headers.cookie).toBe('language=EN; seen=1; bucket=b')
  })

  it('a page is kept by nobody, and neither HSTS nor an entity tag comes along', async () => {
    const { answer } = await page('/rugby')
    const names = ['cache-control', 'etag', 'strict-transport-security']
    expect(names.map((name) => answer.headers.get(name))).toEqual(['no-store', null, null])
    const asked = gateway.requests.at(-1)
    await ask('/rugby', { headers: { 'If-None-Match': '"page"' } })
    expect(gateway.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
    expect(asked?.headers['accept-encoding']).toBe('identity')
  })

  it("the policy lets scripts ask the gateway's own link service", async () => {
    const { answer } = await page('/rugby')
    const { origin, host } = gateway.url
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; connect-src ${origin} ws://${host} 'self' wss://site.example; trusted-types fieldhouse`,
    )
  })

  it('a request comes from the origin of the site, and a redirect leads back here', async () => {
    gateway.instead = (_, response) => {
      response.writeHead(303, { Location: `${gateway.url.origin}/football` }).end()
      return true
    }
    const headers = { Origin: proxy.address, Referer: `${proxy.address}/football` }
    const answer = await ask('/_preview/leave', { method: 'POST', headers, body: '' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/football'])
    const { origin } = gateway.url
    expect(gateway.requests[0]?.headers).toMatchObject({
      origin,
      referer: `${origin}/football`,
      host: gateway.url.host,
    })
  })

  it('only who asks by a name of this machine is answered, and no page of elsewhere', async () => {
    const host = new URL(proxy.address).host
    const get = (target: string, ...lines: string[]) =>
      raw(`GET ${target} HTTP/1.1\r\n${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
    expect(await get('/football', 'Host: evil.example')).toContain(' 421 ')
    expect(await get('/football', `Host: ${host}`, 'Origin: https://evil.example')).toContain(' 403 ')
    expect(await get('http://evil.example/', `Host: ${host}`)).toContain(' 400 ')
    expect(gateway.requests).toEqual([])
    await get('//evil.example/', `Host: ${host}`)
    expect(gateway.requests).toMatchObject([{ target: '//evil.example/', headers: { host: gateway.url.host } }])
  })
})

describe('a gateway', () => {
  beforeEach(() => build('first'))

  it('that is gone is said in the page and once in the terminal, and so is that it is back', async () => {
    await gateway.close()
    for (let times = 0; times < 2; times++) {
      const answer = await ask('/football')
      expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('cannot be reached')])
    }
    expect(printed).toHaveLength(1)
    gateway = await startGateway(Number(gateway.url.port))
    expect((await page('/football')).main).toContain('first of')
    expect(printed.at(-1)).toContain('answers again')
  })

  it('is asked nothing any more when the proxy is closed, and what was under way ends', async () => {
    const asked: Promise<unknown>[] = []
    // Asked over a connection that was kept, which may be tried again.
    await (await ask('/football')).text()
    gateway.instead = ({ socket }) => {
      asked.push(new Promise((resolve) => socket.once('close', resolve)))
      return true
    }
    const waiting = ask('/api/v1/rows/drops').catch(() => {})
    await expect.poll(() => asked.length).toBe(1)
    await proxy.close()
    await Promise.all([waiting, ...asked])
    expect(asked).toHaveLength(1)
  })

  it('is not asked any longer for a browser that has gone, and nothing is said of it', async () => {
    const asked: Promise<unknown>[] = []
    gateway.instead = ({ socket }) => {
      asked.push(new Promise((resolve) => socket.once('close', resolve)))
      return true
    }
    const left = new AbortController()
    const waiting = ['/api/v1/pushes/a', '/football'].map((path) => ask(path, { signal: left.signal }).catch(() => {}))
    await expect.poll(() => asked.length).toBe(2)
    left.abort()
    await Promise.all([...waiting, ...asked])
    expect(printed).toEqual([])
  })

  it('that says nothing is not waited for, and what is larger than a page is not read', async () => {
    gateway.instead = () => true
    const hasty = await startProxy({ gateway: gateway.url, local, port: 0, print: () => {}, timeout: 20 })
    onTestFinished(() => hasty.close())
    expect(await (await fetch(hasty.address.replace('localhost', '127.0.0.1'))).text()).toContain('nothing for 0.02 s')
    gateway.instead = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('x'.repeat(9 << 20))
      return true
    }
    expect(await (await ask('/football')).text()).toContain('larger than')
  })

  it.each([
    ['no page', 'text/plain', 'hello', 'no page'],
    ['a page of another site', 'text/html', '<h1>hello</h1>', 'no #fh-page'],
    [
      'settings that it does not know',
      'text/html',
      htmlOf(pageOf('/')).replaceAll('"navigation"', '"menu"'),
      'another contract',
    ],
    ['no lineup', 'text/html', htmlOf(pageOf('/')).replaceAll('"signedLineup"', '"lineupName"'), 'another contract'],
  ])('that answers with %s is told before anything is built', async (_, type, body, said) => {
    gateway.instead = (_, response) => {
      response.writeHead(200, { 'Content-Type': type }).end(body)
      return true
    }
    await expect(proxy.probe()).rejects.toThrow(said)
  })

  it('whose page is a bare apology is shown as it is', async () => {
    gateway.instead = (_, response) => {
      response.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>Sorry</h1>')
      return true
    }
    const answer = await ask('/football')
    expect([answer.status, await answer.text()]).toEqual([503, '<h1>Sorry</h1>'])
  })
})
