import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { freePort } from '../../scripts/lib/ports.mjs'
import { configOverTLS } from '../../scripts/lib/site.mjs'
import { open, visitor } from '../harness/browser'
import { buy } from '../harness/chain'
import { LOCALHOST } from '../harness/localhost'
import { drop, onSale, WITHIN_SECONDS } from '../harness/purchase'
import { site } from '../harness/site'
import { shownDrop } from '../harness/slip'
import { WORKERS, worker } from '../harness/worker'

// Browsers speak HTTP/2 over TLS alone.
const port = await freePort({ share: worker % WORKERS, shares: WORKERS })
const config = join(inject('temporary'), `Caddyfile.tls-${port}`)
await writeFile(config, await configOverTLS(port, { certificate: LOCALHOST }))
const running = await site({ config, drops: 3, buyers: 0 })
const address = `https://localhost:${port}`

/** What the page says of 77 packs when three are sold. */
const SOLD = /\b74\b/

const isStream = (request: Request) => request.headers().accept === 'text/event-stream'

/** A page over HTTP/2, and what it opens and asks of what it follows. */
async function follower(change: (page: Page) => Promise<unknown> = async () => {}) {
  const { page } = await visitor()
  const streams: string[] = []
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/_page/data?')) return
    const of = isStream(request) ? streams : asked
    of.push(request.url())
  })
  await change(page)
  const name = await onSale(running)
  const row = await shownDrop(running, name)
  await open(page, `${address}/football`)
  const place = drop(page, name)
  await place.waitFor()
  return { page, row, place, streams, asked }
}

it('is told over HTTP/2 of what is sold, without asking', { timeout: 120_000 }, async () => {
  const { row, place, streams, asked } = await follower()
  // It opens another one when it shows what is not told yet.
  await expect.poll(() => streams.at(-1), { timeout: WITHIN_SECONDS }).toMatch(/rowDrops=.*medianPrice=/)
  expect(await place.innerText()).not.toMatch(SOLD)
  await buy(running, row, 3)
  await expect.poll(() => place.innerText(), { timeout: WITHIN_SECONDS }).toMatch(SOLD)
  // Before the first stream it has read it once itself.
  expect(asked).toEqual([expect.any(String)])
})

it('asks where nobody tells it', { timeout: 120_000 }, async () => {
  const { row, place, page, asked } = await follower((page) =>
    page.addInitScript(() => {
      const opened: string[] = []
      class Refused {
        onerror?: () => void
        close() {}
        constructor(url: string) {
          opened.push(url)
          setTimeout(() => this.onerror?.())
        }
      }
      Object.assign(window, { EventSource: Refused, opened })
    }),
  )
  const opened = () => page.evaluate(() => (window as unknown as { opened: string[] }).opened.length)
  await expect.poll(opened, { timeout: WITHIN_SECONDS }).toBe(1)
  // Once when it came, as every page, and from then on again and again.
  await expect.poll(() => asked.length, { timeout: WITHIN_SECONDS }).toBeGreaterThan(1)
  expect(await place.innerText()).not.toMatch(SOLD)
  const before = asked.length
  await buy(running, row, 3)
  await expect.poll(() => place.innerText(), { timeout: WITHIN_SECONDS }).toMatch(SOLD)
  expect(asked.length).toBeGreaterThan(before)
  expect(await opened()).toBe(1)
})
