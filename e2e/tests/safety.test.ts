import { createHash } from 'node:crypto'
import { LANGUAGES } from '@fieldhouse/contract'
import { expect, it } from 'vitest'
import { lookAt } from '../harness/browser'
import { routes } from '../harness/routes'
import { site } from '../harness/site'

const running = await site()

/** The directives of a content security policy. */
const directives = (policy: string) =>
  Object.fromEntries(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name, ...values]) => [name, values]),
  )

it.each(routes)('$path breaks no policy and has no style attribute', async ({ path }) => {
  const { troubles } = await lookAt(`${running.address}${path}`)
  expect(troubles.all()).toEqual([])
  for (const language of LANGUAGES) {
    const html = await (await fetch(`${running.address}${path}?lang=${language}`)).text()
    expect(html.match(/<[^>]+\sstyle\s*=/)).toBeNull()
    expect(html.match(/<[^>]+\son\w+\s*=/)).toBeNull()
    expect(html.match(/@(setting|item|list|release)[/@]/)).toBeNull()
  }
})

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('sends the policy of the house plan, with the hashes of exactly its inline scripts', async () => {
  const answer = await fetch(`${running.address}/football`)
  const html = await answer.text()
  const policy = directives(answer.headers.get('content-security-policy') ?? '')
  expect(policy).toMatchObject({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'worker-src': ["'self'"],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'require-trusted-types-for': ["'script'"],
  })
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*application\/json)[^>]*>(.*?)<\/script>/gs)].map(
    (match) => hashOf(match[1]),
  )
  // The import map, the theme, and what lets the others go.
  expect(inline).toHaveLength(3)
  expect([...(policy['script-src'] ?? [])].sort()).toEqual(["'self'", ...inline].sort())
})

it('allows the style sheets that stand in a page, by their hashes, and no other', async () => {
  for (const path of ['/', '/football', '/basketball', '/football/faq']) {
    const answer = await fetch(`${running.address}${path}`)
    const html = await answer.text()
    const sheets = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet]) => hashOf(sheet))
    expect(sheets).toHaveLength(html.split('<style').length - 1)
    const allowed = directives(answer.headers.get('content-security-policy') ?? '')['style-src'] ?? []
    expect([...allowed].sort(), path).toEqual(["'self'", ...sheets].sort())
  }
})

it('sends the other headers of the house plan', async () => {
  const { headers } = await fetch(`${running.address}/football`)
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBeTruthy()
  expect(headers.get('permissions-policy')).toBeTruthy()
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('etag')).toBeTruthy()
  expect(headers.get('vary')).toMatch(/Accept-Encoding/i)
})

it('answers GET and HEAD alone', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await fetch(`${running.address}/football`, { method })
    expect(answer.status, method).toBe(405)
    expect(answer.headers.get('allow'), method).toBe('GET, HEAD')
  }
  const head = await fetch(`${running.address}/football`, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
})

it('lists every script of every edition in the import map, each with the integrity of its bytes', async () => {
  const html = await (await fetch(`${running.address}/`)).text()
  const map = JSON.parse(html.match(/<script type="importmap">(.*?)<\/script>/s)?.[1] ?? '') as {
    integrity: Record<string, string>
  }
  const listed = Object.entries(map.integrity)
  for (const edition of ['host', 'shell', 'football', 'basketball']) {
    expect(listed.filter(([address]) => address.startsWith(`/_r/${edition}/`)).length, edition).toBeGreaterThan(1)
  }
  for (const [address, integrity] of listed) {
    const answer = await fetch(`${running.address}${address}`)
    expect(answer.status, address).toBe(200)
    expect(answer.headers.get('cache-control'), address).toMatch(/immutable/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`, address).toBe(integrity)
  }
})
