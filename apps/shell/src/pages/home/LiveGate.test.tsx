// @vitest-environment jsdom
import type { Drop } from '@fieldhouse/chain-data'
import { clearShown, show } from '@fieldhouse/design/testing'
import { inRoot, testRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveGate } from './LiveGate'

const data = vi.hoisted(() => ({ rows: [] as unknown[], now: 2000 }))
vi.mock('@fieldhouse/chain-data', async (original) => ({
  ...(await original<object>()),
  useAppData: () => data.rows,
  useGatewayNow: () => data.now,
  useMedianPrice: () => null,
}))

const drop: Partial<Drop> = {
  id: '101',
  edition: 'football',
  isHidden: false,
  startsAt: 1000,
  endsAt: 900_000,
  most: 0n,
}

const line = (state: string) => `<li data-state="${state}"><a href="/football/drops/101">Opening Drive</a></li>`
const gate = (state: string) => `<section aria-labelledby="gate"><ul>${line(state)}</ul></section>`

let isReached = false
let asked = 0

/** The page as the gateway composes it: the sale is open. */
class Request {
  status = 0
  responseXML: Document | null = null
  onloadend = () => {}
  open() {}
  send() {
    asked += 1
    setTimeout(() => {
      if (isReached) {
        this.status = 200
        const markup = `<html lang="en"><script id="fh-page">{}</script>${gate('live')}</html>`
        this.responseXML = new DOMParser().parseFromString(markup, 'text/html')
      }
      this.onloadend()
    })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Request)
  asked = 0
})
afterEach(async () => {
  await clearShown()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const after = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))

it('shows what is on sale once it can be read, however long the connection was away', async () => {
  document.body.insertAdjacentHTML('beforeend', gate('soon'))
  data.rows = [drop]
  const root = testRoot()
  root.settings.editions.push({ nameEN: 'Football', NameSP: 'Football', link: '/football' })
  await show(<LiveGate />, 'en', (element) => inRoot(element, root))
  await after(120_000)
  expect(document.querySelector('li')?.dataset.state).toBe('soon')
  // Not a flood of questions either.
  expect(asked).toBeLessThan(20)
  isReached = true
  await after(30_000)
  expect(document.querySelector('li')?.dataset.state).toBe('live')
})
