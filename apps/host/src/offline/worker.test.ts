import { beforeAll, expect, it, vi } from 'vitest'
import type { Shown } from './kept'

/** A cache as far as the worker uses one: answers by their paths. */
class Kept {
  /** How many answers the browser has room for. */
  room = Number.POSITIVE_INFINITY
  readonly #answers = new Map<string, Response>()
  keys = async () => [...this.#answers.keys()].map((path) => ({ url: location.origin + path }))
  match = async (asked: string | { url: string }) =>
    this.#answers.get(typeof asked === 'string' ? asked : asked.url.slice(location.origin.length))?.clone()
  matchAll = async () => [...this.#answers.values()].map((answer) => answer.clone())
  put = async (path: string, answer: Response) => {
    if (this.#answers.size >= this.room) throw new DOMException('full', 'QuotaExceededError')
    this.#answers.set(path, answer)
  }
  delete = async (asked: string | { url: string }) =>
    this.#answers.delete(typeof asked === 'string' ? asked : asked.url.slice(location.origin.length))
}

const pages = new Kept()
const files = new Kept()
/** What is fetched when this is done. */
let line: Promise<unknown> = Promise.resolve()
let language = 'en'
let cacheControl = 'public, max-age=60'

beforeAll(async () => {
  // The worker lives as long as the file's tests.
  Object.assign(globalThis, {
    caches: { open: async (name: string) => (name === 'fieldhouse-pages' ? pages : files) },
    fetch: async (asked: string | { url: string }) => {
      const path = typeof asked === 'string' ? asked : asked.url.slice(location.origin.length)
      if (path.includes('slow')) await line
      return new Response(path, { headers: { 'Content-Language': language, 'Cache-Control': cacheControl } })
    },
  })
  await import('./worker')
})

/** Has the worker keep a page, as pages do. */
async function show(path: string, files: string[] = []) {
  const data: Shown = { path, title: path, lineup: { shell: 'a' }, files, isLoaded: false }
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

it('keeps the files of a page while another tab has its own page kept', async () => {
  let arrive = (_?: unknown) => {}
  line = new Promise((resolve) => {
    arrive = resolve
  })
  const own = ['/_r/football/odds.1.js', '/_r/football/slow.2.js']
  const first = show('/football/odds', own)
  await vi.waitFor(async () => expect(await files.match(own[0] as string)).toBeDefined())
  const second = show('/football/team', ['/_r/football/team.3.js'])
  // Long enough for the second, were it to begin.
  for (let task = 0; task < 20; task++) await new Promise((resolve) => setTimeout(resolve))
  arrive()
  await Promise.all([first, second])
  const kept = (await files.keys()).map(({ url }) => new URL(url).pathname)
  expect(kept.toSorted()).toEqual([...own, '/_r/football/team.3.js'].toSorted())
})

it('leaves no files of a page behind that there is no room for', async () => {
  const before = (await files.keys()).length
  files.room = before + 2
  await show('/football/blog', ['/_r/football/blog.4.js', '/_r/football/blog.5.js', '/_r/football/blog.6.js'])
  expect(await pages.match('/football/blog')).toBeUndefined()
  expect(await files.keys()).toHaveLength(before)
  await show('/football/faq', ['/_r/football/faq.7.js'])
  expect(await files.match('/_r/football/faq.7.js')).toBeDefined()
  files.room = Number.POSITIVE_INFINITY
})

it('keeps no page of a preview, which must not be stored', async () => {
  await show('/football')
  cacheControl = 'private, no-store'
  await show('/football/cards')
  expect((await pages.keys()).map(({ url }) => new URL(url).pathname)).not.toContain('/football/cards')
})

it('gives out the files of a kept page where the network is there and no answer comes', async () => {
  line = Promise.resolve()
  cacheControl = 'public, max-age=60'
  await show('/football', ['/_r/football/slow.8.js'])
  vi.useFakeTimers()
  line = new Promise(() => {})
  const answered = vi.fn()
  const ask = (path: string) => {
    const request = { url: location.origin + path, method: 'GET', mode: 'cors' }
    const respondWith = (answer: Promise<Response>) => void answer.then(answered)
    dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith }))
  }
  ask('/_r/football/slow.8.js')
  // Of what is not kept the network alone can tell.
  ask('/_r/football/slow.9.js')
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  expect(answered).toHaveBeenCalledOnce()
  expect(await answered.mock.calls[0]?.[0].text()).toBe('/_r/football/slow.8.js')
})
