import { describeKept, KEPT_PAGES, OFFLINE_PATH, readKept } from '@fieldhouse/contract/browser'
import { isReserved } from '../navigation/in-app-link'
import { FILES, filesIn, MOST_PAGES, type ServedKept, type Shown } from './kept'

/** Of the Service Workers standard, what is used here: the browser's types are a page's. */
interface WaitingEvent extends Event {
  waitUntil(promise: Promise<unknown>): void
}
interface FetchEvent extends WaitingEvent {
  request: Request
  resultingClientId: string
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
interface PageMessage extends WaitingEvent {
  data: Shown
  source: { id: string; postMessage(message: ServedKept): void } | null
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: PageMessage) => void): void
  skipWaiting(): Promise<void>
  registration: { navigationPreload?: { enable(): Promise<void> } }
  clients: { claim(): Promise<void> }
}

const worker = globalThis as unknown as Worker

/** How long the network is waited for when there is a kept page, and when one is fetched to be kept, in milliseconds. */
const PATIENCE = 8000
const FETCH_TIMEOUT = 20_000

/** When the page was kept that a window was given, by the window's id. */
const served = new Map<string, number>()
/** As many windows may be open at once; who was given a page longer ago has heard of it. */
const MOST_SERVED = 50

/** One page is kept after the other: who makes room drops the files that no kept page needs. */
let keeping: Promise<void> = Promise.resolve()

worker.addEventListener('install', () => worker.skipWaiting())

worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.registration.navigationPreload?.enable(), worker.clients.claim()])),
)

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!isReserved(pathname)) event.respondWith(answerNavigation(event, pathname))
  } else if (pathname.startsWith('/_r/')) event.respondWith(answerFile(request, pathname))
})

worker.addEventListener('message', (event) => {
  const { data, source } = event
  const keptAt = served.get(source?.id ?? '')
  if (keptAt !== undefined) return source?.postMessage({ keptAt })
  keeping = keeping.then(() => keep(data)).catch(() => {})
  event.waitUntil(keeping)
})

/** The network has the first word: a deploy is seen with the next page. */
async function answerNavigation(
  { request, preloadResponse, resultingClientId }: FetchEvent,
  path: string,
): Promise<Response> {
  const pages = await caches.open(KEPT_PAGES)
  const kept = await pages.match(path)
  const answer = Promise.resolve(preloadResponse).then((response) => response ?? fetch(request))
  try {
    return await (kept ? Promise.race([answer, late()]) : answer)
  } catch {
    const shown = kept ?? (await pages.match(OFFLINE_PATH))
    if (!shown) return Response.error()
    served.set(resultingClientId, readKept(shown)?.at ?? 0)
    for (const id of served.keys()) if (served.size > MOST_SERVED) served.delete(id)
    return shown
  }
}

const late = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('the network is late')), PATIENCE))

/** A page that was kept is given out where the network is late, and has its files then: they say that it is one. */
async function answerFile(request: Request, path: string): Promise<Response> {
  const answer = fetch(request)
  try {
    return await Promise.race([answer, late()])
  } catch {
    return (await (await caches.open(FILES)).match(path)) ?? answer
  }
}

/** Keeps the page that is shown, and in its language the one that stands in for those that are not kept. */
async function keep(shown: Shown): Promise<void> {
  const pages = await caches.open(KEPT_PAGES)
  await dropOthers(pages, shown.lineup)
  const { path, title, lineup, files, isLoaded } = shown
  try {
    await keepPage(pages, path, { title, lineup, files }, isLoaded ? 'force-cache' : 'no-cache')
    const [page, standIn] = await Promise.all([path, OFFLINE_PATH].map((kept) => pages.match(kept)))
    if (!standIn || (page && languageOf(page) !== languageOf(standIn)))
      await keepPage(pages, OFFLINE_PATH, { title: '', lineup, files: [] }, 'no-cache')
  } finally {
    await makeRoom(pages)
  }
}

const languageOf = ({ headers }: Response): string | null => headers.get('Content-Language')

/** Drops the pages of releases that are not shown any more: they may have been withdrawn. */
async function dropOthers(pages: Cache, lineup: Record<string, string>): Promise<void> {
  for (const request of await pages.keys()) {
    const response = await pages.match(request)
    const page = response && readKept(response)
    const isOther = ([edition, release]: [string, string]) => edition in lineup && lineup[edition] !== release
    if (!page || Object.entries(page.lineup).some(isOther)) await pages.delete(request)
  }
}

/** Keeps a document with its files. One that must not be stored, such as a preview, is not. */
async function keepPage(pages: Cache, path: string, about: Omit<Shown, 'path' | 'isLoaded'>, cache: RequestCache) {
  const response = await fetch(path, { cache, redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT) })
  const headers = new Headers(response.headers)
  if (!response.ok || headers.get('Cache-Control')?.includes('no-store')) return
  const markup = await response.text()
  const files = [...new Set([...filesIn(markup), ...about.files])]
  await keepFiles(files)
  const at = Date.parse(headers.get('Date') ?? '') || Date.now()
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  describeKept(headers, { ...about, files, at })
  // The newest is the last of the keys.
  await pages.delete(path)
  await pages.put(path, new Response(markup, { headers }))
}

async function keepFiles(files: readonly string[]): Promise<void> {
  const cache = await caches.open(FILES)
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  for (const file of files) {
    if (known.has(file)) continue
    // The browser has it already, but for those of the page that stands in.
    const response = await fetch(file, { cache: 'force-cache', signal: AbortSignal.timeout(FETCH_TIMEOUT) })
    if (response.ok) await cache.put(file, response)
  }
}

/** Leaves the pages that were read last, and of the files those that they need. */
async function makeRoom(pages: Cache): Promise<void> {
  const old = (await pages.keys()).filter(({ url }) => new URL(url).pathname !== OFFLINE_PATH)
  for (const request of old.slice(0, Math.max(0, old.length - MOST_PAGES))) await pages.delete(request)
  const needed = new Set<string>()
  for (const response of await pages.matchAll()) for (const file of readKept(response)?.files ?? []) needed.add(file)
  const files = await caches.open(FILES)
  for (const request of await files.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await files.delete(request)
  }
}
