import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { axe, sights, windowOf } from '../harness/axe'
import { hydrated, isAt, open, visitor } from '../harness/browser'
import { setMedian } from '../harness/chain'
import { openLoggedIn } from '../harness/logging-in'
import { form, MEDIAN, onSale, openForm } from '../harness/purchase'
import { ownStore, ship, withdraw } from '../harness/shipping'
import { site } from '../harness/site'

const store = await ownStore('own-lineup')
const running = await site({ store, drops: 0, buyers: 0 })

it('shipping basketball leaves an open football tab alone: no reload, and what stands in a form stays', async () => {
  await setMedian(running, MEDIAN)
  const name = await onSale(running)
  const { page } = await visitor()
  await openLoggedIn(running, page, 'wax', '/football')
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
  await openForm(page, name)
  await form(page, name).getByRole('spinbutton').fill('3')

  const shipped = await ship(running, store, 'basketball', '9.0.1')
  await page.waitForResponse((response) => response.url().includes('/_page/data?'))
  expect(await form(page, name).getByRole('spinbutton').inputValue()).toBe('3')

  await page.keyboard.press('Escape')
  const answered = page.waitForResponse((response) => response.url().includes('/_page?'))
  await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
  const { lineup } = (await (await answered).json()) as { lineup: Record<string, { release: string }> }
  expect(lineup.basketball?.release).not.toBe(shipped)
  await isAt(page, '/basketball')
  await page.goBack()
  await isAt(page, '/football')
  expect(loads).toEqual([])
})

it('a tab whose release was withdrawn loads the next address anew', async () => {
  const withdrawn = await ship(running, store, 'basketball', '9.0.2')
  const { page } = await visitor()
  await open(page, `${running.address}/football`)
  await withdraw(running, store, 'basketball', withdrawn)
  const loaded = page.waitForEvent('load')
  await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
  await loaded
  await hydrated(page)
  expect(new URL(page.url()).pathname).toBe('/basketball')
  expect(await page.content()).not.toContain(withdrawn)
})

it('a tab of another edition goes on when a release is withdrawn, and goes to that edition by a full load', async () => {
  const withdrawn = await ship(running, store, 'basketball', '9.0.3')
  const { page } = await visitor()
  await open(page, `${running.address}/football`)
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname))
  await withdraw(running, store, 'basketball', withdrawn)
  for (const path of ['/football/faq', '/football']) {
    await page.locator(`#fh-header a[href="${path}"]:visible`).first().click()
    await isAt(page, path)
  }
  expect(loads).toEqual([])
  const loaded = page.waitForEvent('load')
  await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
  await loaded
  expect(loads).toEqual(['/basketball'])
  expect(await page.content()).not.toContain(withdrawn)
})

it('an edition that has no release left is apologised for in sight, with nothing that axe finds', async () => {
  const APOLOGY = { en: 'Back in a moment', es: 'Volvemos enseguida' }
  const { editions } = JSON.parse(await readFile(join(store, 'lineup.json'), 'utf8')) as {
    editions: Record<string, { live: string; previous: string[] }>
  }
  const { live = '', previous = [] } = editions.basketball ?? {}
  for (const release of [...previous, live]) await withdraw(running, store, 'basketball', release)
  expect((await fetch(`${running.address}/basketball`)).status).toBe(503)
  for (const sight of sights) {
    const { page } = await visitor(windowOf(sight))
    await open(page, `${running.address}/basketball?lang=${sight[2]}`)
    const said = page.getByRole('heading', { level: 1, name: APOLOGY[sight[2]] })
    // The bar lies over the top of every page.
    const [bar, words] = await Promise.all([page.locator('header').first().boundingBox(), said.boundingBox()])
    expect(words?.y, sight.join(', ')).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    expect(words?.x, sight.join(', ')).toBeGreaterThanOrEqual(12)
    expect(await axe(page), sight.join(', ')).toEqual([])
  }
})
