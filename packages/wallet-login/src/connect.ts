import type { PageInfo } from '@fieldhouse/contract'
import { type Connection, connection, shownPage } from './connection'
import { loadUi } from './lazy'
import { RECORDS } from './user/record'
import { readUser } from './user/store'

export type { Connection, Ui } from './connection'

/**
 * Connects the wallets to the page: called by the host, once, before it hydrates. A stored user becomes the active one,
 * another tab's login or logout shows here, and the login modal's chunk is fetched once the visitor has given a first sign and
 * the page has nothing else to do.
 *
 * @returns shows another page: language and look follow it
 */
export function connect(made: Connection, page: PageInfo): (page: PageInfo) => void {
  connection.set(made)
  shownPage.set(page)
  readUser()
  addEventListener('storage', ({ key }) => {
    // A null key: everything was cleared.
    if (key === null || RECORDS.some(([name]) => name === key)) readUser()
  })
  for (const sign of SIGNS) watch(sign)
  return shownPage.set
}

/** That somebody is there. A page that is only read, or only measured, fetches nothing it may never need. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll']

const watch = (sign: string) => addEventListener(sign, onSign, { once: true, passive: true })

const onSign = (event: Event) => {
  const { type, movementX, movementY } = event as PointerEvent
  // Chromium tells of a move that was none when a page comes below a pointer that rests.
  if (type === 'pointermove' && movementX === 0 && movementY === 0) watch(type)
  else if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

/** How long a browser that is never idle, or cannot tell, is left alone, in milliseconds. */
const IDLE_DELAY = 2000

const whenIdle = () => {
  const fetchUi = () => void loadUi().catch(() => {})
  // Not in every browser, whatever the types say.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(fetchUi, { timeout: IDLE_DELAY })
  else setTimeout(fetchUi, IDLE_DELAY)
}
