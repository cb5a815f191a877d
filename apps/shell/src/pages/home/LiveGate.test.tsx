// @vitest-environment jsdom
import type { Drop } from '@fieldhouse/chain-data'
import { clearShown, show } from '@fieldhouse/design/testing'
import { inRoot, testRoot } from '@fieldhouse/edition-kit/testing'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveGate } from './LiveGate'

const data = vi.hoisted(() => ({ rows: [] as unknown[], now: 2000, median: null as bigint | null }))
vi.mock('@fieldhouse/chain-data', async (original) => ({
  ...(await original<object>()),
  useAppData: () => data.rows,
  useGatewayNow: () => data.now,
  useMedianPrice: () => data.median,
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
/** The state of the sale in each page that is composed, and when it comes, milliseconds. */
let composed: [state: string, after: number][] = []

/** The page as the gateway composes it: the sale is open. */
class Request {
  status = 0
  responseXML: Document | null = null
  onloadend = () => {}
  open() {}
  send() {
    asked += 1
    const [state, after] = composed.shift() ?? ['live', 0]
    setTimeout(() => {
      if (isReached) {
        this.status = 200
        const markup = `<html lang="en"><script id="fh-page">{}</script>${gate(state)}</html>`
        this.responseXML = new DOMParser().parseFromString(markup, 'text/html')
      }
      this.onloadend()
    }, after)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Request)
  asked = 0
  isReached = false
  composed = []
  Object.assign(data, { now: 2000, median: null })
})
afterEach(async () => {
  await clearShown()
  vi.useRealTimers()
})

const after = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))

async function open() {
  document.body.insertAdjacentHTML('beforeend', gate('soon'))
  data.rows = [drop]
  const root = testRoot()
  root.settings.editions.push({ nameEN: 'Football', NameSP: 'Football', link: '/football' })
  const around = (element: ReactElement) => inRoot(element, root)
  const { render } = await show(<LiveGate />, 'en', around)
  return () => render(<LiveGate />)
}

const state = () => document.querySelector('li')?.dataset.state

it('shows what is on sale once it can be read, however long the connection was away', async () => {
  await open()
  await after(120_000)
  expect(state()).toBe('soon')
  // Not a flood of questions either.
  expect(asked).toBeLessThan(20)
  isReached = true
  await after(30_000)
  expect(state()).toBe('live')
})

it('keeps a sale that began since prices were asked for', async () => {
  isReached = true
  Object.assign(data, { now: 500, median: 100n })
  const again = await open()
  // Composed before the sale began, and longer on its way than the page that is asked for then.
  composed = [['soon', 6000]]
  await after(31_000)
  data.median = 101n
  await again()
  data.now = 2000
  await again()
  await after(3000)
  expect(state()).toBe('live')
  await after(30_000)
  expect([state(), composed.length]).toEqual(['live', 0])
})
