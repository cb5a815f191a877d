import { wait } from '@fieldhouse/chain-data'
import type { Language, PageInfo } from '@fieldhouse/contract'
import { timeLimit } from '@fieldhouse/contract/browser'
import { formatDateTime } from '@fieldhouse/i18n'
import { HOST, SHELL } from '../editions'
import type { Notice } from '../notice/notice'
import type { ServedKept, Shown } from './kept'

const TEXTS = {
  en: {
    offline: 'You’re offline. Times and prices may be old.',
    kept: (time: string) => `You’re offline. This page is from ${time}.`,
  },
  es: {
    offline: 'No tienes conexión. Las horas y los precios pueden ser antiguos.',
    kept: (time: string) => `No tienes conexión. Esta página es de ${time}.`,
  },
} satisfies Record<Language, { offline: string; kept: (time: string) => string }>

/** Between two tries to reach the gateway again, in milliseconds. */
const RETRY = 15_000
const RETRY_TIMEOUT = 5000

/** What is needed of the page around. */
export interface Surroundings {
  window: Window
  /** The page that is shown. */
  page: () => PageInfo
  notice: Notice
  reload: () => void
}

/**
 * Has the service worker keep what is read, and says when the page is one that is kept or there is no connection. It comes back
 * by itself.
 *
 * @param worker the address of the service worker
 */
export async function startOffline(worker: string, surroundings: Surroundings): Promise<void> {
  const { window, page, notice, reload } = surroundings
  const { document, navigator } = window
  const { serviceWorker } = navigator
  const [navigation] = window.performance.getEntriesByType('navigation')
  let isKept = false

  let unsay = () => {}
  const say = (text: string) => {
    unsay = notice.say(reload, text)
  }
  // Of a page that is kept, more is said.
  const sayOffline = () => isKept || say(TEXTS[page().language].offline)
  window.addEventListener('offline', sayOffline)
  window.addEventListener('online', () => (isKept ? reload() : unsay()))
  // A page that the browser had set aside (bfcache) has heard of neither.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (!navigator.onLine) sayOffline()
    else if (!isKept) unsay()
  })
  if (!navigator.onLine) sayOffline()

  serviceWorker.addEventListener('message', ({ data }: MessageEvent<ServedKept>) => {
    if (isKept) return
    isKept = true
    const { language } = page()
    say(TEXTS[language].kept(formatDateTime(data.keptAt, language)))
    void comeBack(surroundings)
  })
  serviceWorker.startMessages()

  let told = ''
  const tell = async () => {
    const { path, title, lineup, edition } = page()
    if (isKept || path === told) return
    const { active } = await serviceWorker.ready
    told = path
    active?.postMessage({
      path,
      title,
      lineup: Object.fromEntries([HOST, SHELL, edition].map((name) => [name, lineup[name]?.release ?? ''])),
      files: loadedFiles(window),
      // With a query it is another address: what the browser has of the path alone may be of a release from days ago.
      isLoaded: window.location.origin + path === navigation?.name,
    } satisfies Shown)
  }
  // The page that was read last is kept when it is left.
  document.addEventListener('visibilitychange', () => document.hidden && void tell())
  await serviceWorker.register(worker, { updateViaCache: 'none' })
  await tell()
}

/** The files of releases that the page has loaded. */
const loadedFiles = ({ performance, location }: Window): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/_r/'))
    .map(({ pathname }) => pathname)

/** Loads the page anew as soon as the gateway answers: where there is a network and no way to it, no event says that it is back. */
async function comeBack({ window, reload }: Surroundings): Promise<void> {
  for (;;) {
    await wait(RETRY)
    if (window.document.hidden || !window.navigator.onLine) continue
    const answer = await window.fetch('/healthz', { signal: timeLimit(RETRY_TIMEOUT) }).catch(() => null)
    if (answer?.ok) return reload()
  }
}
