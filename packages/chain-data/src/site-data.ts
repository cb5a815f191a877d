import type { NetworkSettings, Snapshot } from '@fieldhouse/contract'
import { type AnswerCache, createAnswerCache } from './cache'
import type { Question } from './question'
import { drops, median, partners, posts, siteReaders } from './questions'
import type { TransactionRecord } from './records/record'
import { createPoller, PACE, paceOf, refreshWhileWatched, SLOW_REFRESH_INTERVAL } from './refresh'
import { DataError } from './request'
import { UnreadableRow } from './rows/values'
import type { AppDataName } from './store/app-data'
import { createClock, createTicker } from './store/clock'
import { type Cell, createCell, createStore } from './store/store'
import { wait } from './waiting'

// What the host provides once, so that all roots of a page share it: everything that has a state is here or made here.

export const store = createStore()
/** Null until it is known. Components use `useAppData`. */
export const getAppData = store.get
export const clock = createClock()
export const ticker = createTicker(clock)
/** The gateway's time, epoch milliseconds: for what happens once. What is shown uses `useGatewayNow`. */
export const gatewayNow = (): number => clock.now()
/** The asset endpoint that somebody chose; empty for the network's. */
export const chosenAssetEndpoint = createCell('')
/** The records of transactions that the browser's storage has no room for; another map after each change of any record. */
export const pageRecords = createCell<ReadonlyMap<string, TransactionRecord>>(new Map())

/** When the page itself read each name last, by the gateway's time. */
const lastRead = new Map<AppDataName, number>()

/** Older data is stale, in milliseconds: twice what an open page waits between two requests at most. */
export const STALE_AFTER = 30_000

export type SaleDataName = 'rowDrops' | 'medianPrice'

/**
 * Since when, by the gateway's time, nothing newer could be read of a name; null while all is well. Of what is shown it is
 * the moment that the data is of, and of what is missing that of the first request without an answer.
 */
export const unreadSince: Record<SaleDataName, Cell<number | null>> = {
  rowDrops: createCell<number | null>(null),
  medianPrice: createCell<number | null>(null),
}

/** When the gateway read what is known of a name, by its clock, epoch milliseconds. */
export const knownAt = new Map<AppDataName, number>()

const isOfSale = (name: AppDataName): name is SaleDataName => name in unreadSince

const noteAge = (name: AppDataName) => {
  if (!isOfSale(name)) return
  const at = knownAt.get(name) ?? 0
  unreadSince[name].set(clock.now() - at > STALE_AFTER ? at : null)
}

const noteFailure = (name: SaleDataName) => {
  if (store.get(name) === null) unreadSince[name].set(unreadSince[name].get() ?? clock.now())
  else noteAge(name)
}

const cache = createAnswerCache({
  onTime: ({ earliest, latest }) => clock.observe(earliest, latest),
  onAnswer: ({ name, user }, value, learned) => {
    if (user !== undefined && user !== session?.user) return
    lastRead.set(name, clock.now())
    knownAt.set(name, 'at' in learned ? learned.at : clock.now() - learned.age)
    if (name === 'rowDrops' && value !== store.get(name)) busyAt = clock.now()
    noteAge(name)
    // Put again when it did not change, too: a snapshot may have brought another meanwhile.
    store.set(name, value)
  },
})

/**
 * Asks the data API through the page's one cache. What it answers of everybody or of the remembered user is in the shared
 * data before it is returned.
 *
 * @throws what {@link AnswerCache.ask} throws
 */
export const ask: AnswerCache['ask'] = async (question, options) => {
  const value = await cache.ask(question, options)
  // Read before the user was remembered, and still fresh: no answer of the gateway has put it there.
  if (question.user === session?.user && store.get(question.name) === null) store.set(question.name, value)
  return value
}

let session: { user: string; end: AbortController } | null = null

/**
 * Makes an account the user whose balance and claims are in the shared data: from now on what is read of it is put there.
 * Called after logging in and when a stored user becomes the active one. Another user before is forgotten.
 *
 * @throws RangeError for an empty account
 */
export const rememberUser = (account: string): void => {
  if (account === '') throw new RangeError('remembering a user: the account is empty; call forgetUser to log out')
  if (session?.user === account) return
  if (session) forgetUser(session.user)
  session = { user: account, end: new AbortController() }
}

/** Forgets all that is known of an account or on its way, and ends the polling for it: called on log out. */
export const forgetUser = (account: string): void => {
  cache.forget(account)
  if (session?.user !== account) return
  const { end } = session
  session = null
  store.set('userWaxBalance', null)
  store.set('availableDropsToClaim', null)
  end.abort(new DOMException(`the user ${account} logged out`, 'AbortError'))
}

/** Aborted when the account is forgotten; null when it is not the remembered one. */
export const userSignal = (account: string): AbortSignal | null =>
  session?.user === account ? session.end.signal : null

/** Address of the blog's feed as a snapshot with posts named it; empty before there was one. */
let feed = ''

/**
 * Puts a page's snapshot into the shared data. Called right after hydration and after each in-app navigation. A need that
 * the snapshot does not have keeps its value, and so does one that this page has read itself since.
 *
 * @param gatewayTime when the gateway composed the page, epoch milliseconds
 */
export const applySnapshot = (snapshot: Snapshot, gatewayTime: number): void => {
  // Composed before it came here: the gateway's time is that or later.
  clock.observe(gatewayTime)
  const { url } = Object(snapshot.PostsMedium?.feed)
  if (typeof url === 'string') feed = url
  for (const name of Object.keys(siteReaders) as (keyof typeof siteReaders)[]) {
    if (snapshot[name] === undefined || gatewayTime < (lastRead.get(name) ?? 0)) continue
    try {
      store.set(name, siteReaders[name](snapshot[name]))
      knownAt.set(name, gatewayTime)
      noteAge(name)
    } catch (error) {
      // The page asks for it then.
      if (!(error instanceof UnreadableRow)) throw error
    }
  }
}

/** When somebody looked at the page, or a drop changed, last: by the gateway's time. */
let busyAt = 0

/** How long a page only asks after it was told nothing, in milliseconds. */
const NO_STREAM = 300_000

/** Whether something came over HTTP/2 or 3: over HTTP/1 streams would take the connections of all tabs. */
const isMultiplexed = () =>
  performance
    .getEntries()
    .some((entry) => entry.name.startsWith(location.origin) && /^h[23]/.test(Object(entry).nextHopProtocol))

let stopRefresh: (() => void) | undefined

/**
 * Keeps what is everybody's up to date while somebody uses it and the page can be seen. Over HTTP/2 and 3 the gateway tells
 * what changes. Else, and where it does not, the page asks at the pace of {@link paceOf}: for drops and median, and every
 * minute for partners and posts, of the feed that a snapshot named. Called once, by the host, after the page's snapshot was
 * applied: what is known by then is asked for again a second later, what is not at once. Another call replaces the first.
 *
 * @returns how to stop
 */
export const startRefresh = (network: NetworkSettings): (() => void) => {
  stopRefresh?.()
  const ofSite: Question[] = [drops(network), median(network), partners(network)]
  const isDue = ({ name }: Question) =>
    isOfSale(name) || clock.now() - (lastRead.get(name) ?? 0) >= SLOW_REFRESH_INTERVAL * 0.9
  const noteFailures = (names: readonly AppDataName[]) => names.filter(isOfSale).forEach(noteFailure)

  const wanted = () => (feed === '' ? ofSite : [...ofSite, posts(feed)]).filter(({ name }) => watch.wanted.has(name))
  /** What the open stream tells, and how to open another one after so many milliseconds. */
  let told: { names: AppDataName[]; reopen: (after: number) => void } | null = null
  let streamsFrom = 0
  const beTold = async (signal: AbortSignal): Promise<void> => {
    const questions = wanted()
    if (clock.now() < streamsFrom || !questions.some(({ name }) => isOfSale(name)) || !isMultiplexed()) return
    const end = new AbortController()
    let pause = 0
    const reopen = (after: number) => {
      pause = after
      end.abort()
    }
    told = { names: questions.map(({ name }) => name), reopen }
    let isHeard = false
    const take = (answer: unknown) => {
      isHeard = true
      noteFailures(cache.takeFollowed(questions, answer))
    }
    try {
      const { stream } = await import(/* webpackChunkName: "stream" */ './stream')
      await stream(cache.followedAt(questions), take, AbortSignal.any([signal, end.signal]))
      told = null
    } catch (error) {
      told = null
      if (end.signal.aborted) {
        await wait(pause, signal)
        return beTold(signal)
      }
      if (isHeard || signal.aborted) throw error
      streamsFrom = clock.now() + NO_STREAM
    }
  }

  let read = cache.follow
  const follow = async (signal: AbortSignal): Promise<void> => {
    const asked = wanted().filter(isDue)
    if (asked.length === 0) return
    try {
      noteFailures(await read(asked, signal))
      if (read !== askEach) await beTold(signal)
    } catch (error) {
      if (read !== askEach && error instanceof DataError && error.status === 404) {
        // A gateway that does not know the question yet.
        read = askEach
        return follow(signal)
      }
      if (!signal.aborted) noteFailures(asked.map(({ name }) => name))
      throw error
    }
  }
  const poller = createPoller(follow, () => {
    if (![...watch.wanted].some(isOfSale)) return SLOW_REFRESH_INTERVAL
    const turns = store.get('rowDrops')?.flatMap(({ startsAt, endsAt }) => [startsAt ?? 0, endsAt ?? 0])
    return paceOf(clock.now(), turns ?? [], busyAt)
  })
  const onLook = () => {
    busyAt = clock.now()
    poller.hurry(PACE.usual)
  }
  busyAt = clock.now()
  const run = (delay: number) => {
    poller.run(delay)
    // What is wanted from now on is told as well.
    if (told && wanted().some(({ name }) => !told?.names.includes(name))) told.reopen(delay)
  }
  const { pause } = poller
  const watch = refreshWhileWatched(Object.keys(siteReaders) as AppDataName[], { run, pause }, store, document)
  const looks = ['pointermove', 'pointerdown', 'keydown', 'scroll']
  const end = new AbortController()
  for (const look of looks)
    document.addEventListener(look, onLook, { capture: true, passive: true, signal: end.signal })
  stopRefresh = () => {
    end.abort()
    watch.stop()
  }
  return stopRefresh
}

/** {@link AnswerCache.follow} by a question each. Throws what the first one threw when all of them failed. */
const askEach: AnswerCache['follow'] = async (questions, signal) => {
  const failed: AppDataName[] = []
  const errors: unknown[] = []
  const read = async (question: Question) => {
    try {
      await ask(question, { signal, maxAge: 0 })
    } catch (error) {
      failed.push(question.name)
      errors.push(error)
    }
  }
  await Promise.all(questions.map(read))
  if (failed.length === questions.length) throw errors[0]
  return failed
}
