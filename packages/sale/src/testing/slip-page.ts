import { ask, forgetUser, rememberUser, siteQuestions } from '@fieldhouse/chain-data'
import type { EditionLook } from '@fieldhouse/design'
import { withDialogs } from '@fieldhouse/design/testing'
import { clearShown, testRoot } from '@fieldhouse/edition-kit/testing'
import { afterEach, beforeEach, vi } from 'vitest'
import { clearOrders } from '../purchase/orders'
import { forgetLanding } from '../purchase/partner'
import { serveTables, type Tables } from './fake-gateway'
import { alice, chain, setUser } from './fake-wallet'

export const LOOK: EditionLook = { edition: 'football', side: 11, packLines: '', sectionMark: (index) => [index, 0] }

export const { network } = testRoot().settings

/** Starts each test of a file on a new page, and ends with nothing shown, stored or remembered. */
export function withPage(user: typeof alice | null = alice): void {
  beforeEach(() => {
    withDialogs()
    HTMLElement.prototype.scrollIntoView = () => {}
    if (user) rememberUser(user.accountName)
    setUser(user)
  })
  afterEach(async () => {
    await clearShown()
    clearOrders()
    forgetLanding()
    localStorage.clear()
    history.replaceState(null, '', '/')
    setUser(null)
    forgetUser(alice.accountName)
    chain.says = 'has'
    vi.unstubAllGlobals()
    vi.clearAllMocks()
  })
}

/** Serves the tables, and has the page know the drops and the median. */
export async function serve(tables: Tables): Promise<void> {
  serveTables(tables)
  await ask(siteQuestions.drops(network), { maxAge: 0 })
  await ask(siteQuestions.median(network), { maxAge: 0 })
}
