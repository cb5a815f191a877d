import type { NetworkSettings, Snapshot } from '@fieldhouse/contract'
import { MEDIAN_LIMIT } from '@fieldhouse/contract/constants'
import { createPoller } from './refresh/poller'
import { refreshWhileWatched } from './refresh/refresh'
import { readDrop } from './rows/drop'
import { readMedian } from './rows/median'
import { readPartner } from './rows/partner'
import { readRows } from './rows/values'
import type { AppData, AppDataName } from './store/app-data'
import { createClock } from './store/clock'
import { createStore, type Store } from './store/store'
import { createTicker } from './store/ticker'

/** What the host provides once, so that all roots of a page share it. */
export const store: Store = createStore()
export const clock = createClock()
export const ticker = createTicker(clock)

type Readers = { [Name in AppDataName]?: (rows: readonly unknown[]) => AppData[Name] }

const readers = {
  rowDrops: (rows) => readRows(rows, readDrop),
  medianPrice: readMedian,
  partnersCodes: (rows) => readRows(rows, readPartner),
} satisfies Readers

type Readable = keyof typeof readers

/** What the page itself read last of each name, and the gateway's time then. */
const lastRead = new Map<AppDataName, { value: AppData[Readable]; time: number }>()

const read = (name: Readable, rows: readonly unknown[]): AppData[Readable] => readers[name](rows)

/**
 * Puts a page's snapshot into the shared data. Called right after hydration and after each in-app navigation. A need that
 * the snapshot does not have keeps its value, and so does one that this page has read itself since.
 *
 * @param gatewayTime when the gateway composed the page, epoch milliseconds
 */
export const applySnapshot = (snapshot: Snapshot, gatewayTime: number): void => {
  // Composed before it came here: the gateway's time is that or later.
  clock.observe(gatewayTime)
  for (const name of Object.keys(readers) as Readable[]) {
    const table = snapshot[name]
    if (!table || !Array.isArray(table.rows) || gatewayTime < (lastRead.get(name)?.time ?? 0)) continue
    store.set(name, read(name, table.rows))
  }
}

let stopRefresh: (() => void) | undefined

/**
 * Keeps drops and median up to date while somebody uses them and the page can be seen. Called once, by the host, after the
 * page's snapshot was applied: what is known by then is asked for again a second later, what is not at once. Another call
 * replaces the first.
 *
 * @returns how to stop
 */
export const startRefresh = (network: NetworkSettings): (() => void) => {
  stopRefresh?.()
  const poller = (name: Readable, table: string, query: Record<string, string>) =>
    createPoller({
      address: `/api/v1/rows/${table}?${new URLSearchParams(query)}`,
      fetch: (...request) => fetch(...request),
      random: Math.random,
      onAnswer: ({ rows, time }) => {
        if (time) clock.observe(time.earliest, time.latest)
        // Rows that did not change are put again: a snapshot may have brought others meanwhile.
        const value = rows ? read(name, rows) : (lastRead.get(name)?.value ?? null)
        lastRead.set(name, { value, time: clock.now() })
        store.set(name, value)
      },
    })
  stopRefresh = refreshWhileWatched(
    {
      rowDrops: poller('rowDrops', 'drops', { account: network.gameContract }),
      medianPrice: poller('medianPrice', 'datapoints', {
        account: network.oracle,
        limit: String(MEDIAN_LIMIT),
        isLimited: 'true',
        scope: network.oraclePair,
      }),
    },
    store,
    document,
  )
  return stopRefresh
}
