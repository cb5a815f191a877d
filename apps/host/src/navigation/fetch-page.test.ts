import type { LineupEntry } from '@fieldhouse/contract'
import { expect, it, vi } from 'vitest'
import { fetchPage } from './pages'

const entry = (release: string): LineupEntry => ({ release, base: '', entry: '', mount: './mount', styles: [] })
const lineup = { shell: entry('a1'), football: entry('b2') }
const before = { language: 'es', lineup, signedLineup: 'shell:a1,football:b2.signature' } as const
const signal = new AbortController().signal

it('asks for the path in the language and lineup of this page', async () => {
  const send = vi.fn(async () => Response.json({ path: '/football', lineup }))
  await fetchPage('/football', before, signal, send)
  expect(send.mock.calls[0]).toMatchObject([
    '/_page?path=%2Ffootball&lang=es&lineup=shell%3Aa1%2Cfootball%3Ab2.signature',
    {},
  ])
})

it.each([404, 500, 503])('refuses an answer of %i, in words that are reported: without the path', async (status) => {
  const asking = fetchPage('/alice@example.com', before, signal, async () => new Response('', { status }))
  const said = await asking.then(() => '', String)
  expect(said).toContain(`answered ${status}`)
  expect(said).not.toContain('alice')
})

it.each([
  ['the lineup no longer has', () => new Response('', { status: 409 })],
  ['this document cannot check', () => Response.json({ path: '/', lineup: { ...lineup, football: entry('c3') } })],
  ['an edition without a release has not', () => Response.json({ path: '/', status: 503, edition: 'shell', lineup })],
])('leaves to a full load what %s', async (_, answer) => {
  expect(await fetchPage('/', before, signal, async () => answer())).toBeNull()
})

it('takes an edition that came into the lineup meanwhile', async () => {
  const page = { path: '/', lineup: { ...lineup, hockey: entry('d4') } }
  expect(await fetchPage('/', before, signal, async () => Response.json(page))).toEqual(page)
})

it('gives up when it is abandoned', async () => {
  const controller = new AbortController()
  const send: typeof fetch = (_address, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  const answer = fetchPage('/', before, controller.signal, send)
  controller.abort()
  await expect(answer).rejects.toThrow()
})
