import { beforeAll, expect, it, vi } from 'vitest'
import type { Shown } from './kept'

/** A cache as far as the worker uses one: answers by their paths. */
class Kept {
  readonly #answers = new Map<string, Response>()
  keys = async () => [...this.#answers.keys()].map((path) => ({ url: location.origin + path }))
  match = async (asked: string | { url: string }) =>
    this.#answers.get(typeof asked === 'string' ? asked : asked.url.slice(location.origin.length))?.clone()
  put = async (path: string, answer: Response) => void this.#answers.set(path, answer)
  delete = async (asked: string | { url: string }) =>
    this.#answers.delete(typeof asked === 'string' ? asked : asked.url.slice(location.origin.length))
}

const pages = new Kept()
let language = 'en'
let cacheControl = 'public, max-age=60'

beforeAll(async () => {
  const files = new Kept()
  vi.stubGlobal('caches', { open: async (name: string) => (name === 'fieldhouse-pages' ? pages : files) })
  vi.stubGlobal(
    'fetch',
    async (path: string) =>
      new Response(path, { headers: { 'Content-Language': language, 'Cache-Control': cacheControl } }),
  )
  await import('./worker')
})

/** Has the worker keep a page, as pages do. */
async function show(path: string) {
  const data: Shown = { path, title: path, lineup: { shell: 'a' }, files: [], isLoaded: false }
  let kept: Promise<unknown> | undefined
  const waitUntil = (promise: Promise<unknown>) => {
    kept = promise
  }
  dispatchEvent(Object.assign(new Event('message'), { data, source: null, waitUntil }))
  await kept
}

const standIn = async () => (await pages.match('/offline'))?.headers.get('Content-Language')

it('keeps the page that stands in for others in the language in which the site is read', async () => {
  await show('/football')
  expect(await standIn()).toBe('en')
  language = 'es'
  await show('/football/faq')
  expect(await standIn()).toBe('es')
  expect((await pages.keys()).map(({ url }) => new URL(url).pathname)).toEqual([
    '/football',
    '/football/faq',
    '/offline',
  ])
})

it('keeps no page of a preview, which must not be stored', async () => {
  await show('/football')
  cacheControl = 'private, no-store'
  await show('/football/cards')
  expect((await pages.keys()).map(({ url }) => new URL(url).pathname)).not.toContain('/football/cards')
})
