import { dropState, useAppData, useGatewayNow, useMedianPrice, wait } from '@fieldhouse/chain-data'
import type { PageInfo } from '@fieldhouse/contract'
import { useRoot } from '@fieldhouse/edition-kit'
import { useEffect, useEffectEvent, useRef } from 'react'

/** How many drops of a state the gate has (docs/edition-contract.md, `drops.open`). */
const MOST = { live: 3, soon: 2 } as const

/** A page that is composed just now may be a moment older than the data that this one has: it is asked for so often. */
const MOST_TRIES = 5
/** Milliseconds between them; the first comes some time within as long, because all open pages learn of it at once. */
const BETWEEN = 1000
/** A page that cannot be had is asked for again after so long and up to twice as long, milliseconds: a laptop that wakes has no network yet. */
const UNREACHED = 15_000
/** What a price in WAX comes to is brought up to date this often, milliseconds. */
const PRICES_EVERY = 30_000
const TIMEOUT = 8000

type Shown = readonly (readonly [id: string, state: string])[]

/** Keeps the front page's gate true: its lines are the gateway's, and when they would be others they are asked for again. */
export function LiveGate() {
  const { page, settings } = useRoot()
  const rows = useAppData('rowDrops')
  const now = useGatewayNow()
  const median = useMedianPrice()
  const pricedAt = useRef<number>(undefined)
  let due = ''
  if (rows && now !== null) {
    const known = rows.filter(
      (drop) => !drop.isHidden && settings.editions.some(({ link }) => link === `/${drop.edition}`),
    )
    const of = (state: keyof typeof MOST) =>
      known
        .filter((drop) => dropState(drop, now) === state)
        .map((drop) => ({ ...drop, at: (state === 'live' ? drop.endsAt : drop.startsAt) ?? Number.MAX_SAFE_INTEGER }))
        .sort((a, b) => a.at - b.at || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
        .slice(0, MOST[state])
        .map(({ id, paused }) => [id, state === 'live' && paused ? 'live-paused' : state])
    due = JSON.stringify([...of('live'), ...of('soon')])
  }
  useEffect(() => {
    if (due === '') return
    const left = new AbortController()
    void refresh(JSON.parse(due), page, left.signal).catch(() => {})
    return () => left.abort()
  }, [due, page])
  /** A page may have been composed before a sale began, and come after the lines that say so. */
  const isBehind = useEffectEvent((next: Document) => {
    const known: Shown = JSON.parse(due || '[]')
    return due !== '' && isCurrent(known, document) && !isCurrent(known, next)
  })
  useEffect(() => {
    const before = pricedAt.current
    if (median === null || (before !== undefined && Date.now() - before < PRICES_EVERY)) return
    pricedAt.current = Date.now()
    // The page that came had it.
    if (before !== undefined) void replaceLines(page, new AbortController().signal, isBehind)
  }, [median, page])
  return null
}

const list = (document: Document) => document.querySelector('[aria-labelledby="gate"] ul')

async function refresh(due: Shown, page: PageInfo, left: AbortSignal): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && !isCurrent(due, document); ) {
    await wait(tries > 0 ? BETWEEN : BETWEEN * Math.random(), left)
    if (await replaceLines(page, left)) tries += 1
    else await wait(UNREACHED * (1 + Math.random()), left)
  }
}

/** Whether a page's lines are of these drops, in these states. A line of a drop without a page of its own leads elsewhere. */
function isCurrent(due: Shown, document: Document): boolean {
  const lines = [...(list(document)?.querySelectorAll<HTMLElement>('[data-state]') ?? [])]
  return (
    lines.length === due.length &&
    lines.every((line, index) => {
      const [id, state] = due[index] ?? []
      const [, named = id] = /\/(\d+)$/.exec(line.querySelector('a')?.pathname ?? '') ?? []
      return line.dataset.state === state && named === id
    })
  )
}

/**
 * Puts the lines of the page as it is composed now in the place of these.
 *
 * @param isBehind whether the lines that stand there are newer than that page's
 * @returns whether that page could be had
 */
async function replaceLines(
  { lineup, language }: PageInfo,
  left: AbortSignal,
  isBehind: (next: Document) => boolean = () => false,
): Promise<boolean> {
  const [here, next] = [list(document), await fetchDocument()]
  if (!next) return false
  const lines = list(next)
  if (!here || !lines || left.aborted || next.documentElement.lang !== language || isBehind(next)) return true
  // Another release has other names in its style sheet.
  const read = JSON.parse(next.getElementById('fh-page')?.textContent ?? '{}') as Partial<PageInfo>
  if (read.lineup?.shell?.release !== lineup.shell?.release) return true
  const focused = here.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null
  here.replaceChildren(...lines.childNodes)
  if (focused) [...here.querySelectorAll('a')].find((link) => link.getAttribute('href') === focused)?.focus()
  return true
}

/** The page as the gateway composes it now; null when it cannot be had. Its scripts are dead. */
const fetchDocument = (): Promise<Document | null> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', location.pathname + location.search)
    request.responseType = 'document'
    request.timeout = TIMEOUT
    request.onloadend = () => resolve(request.status === 200 ? request.responseXML : null)
    request.send()
  })
