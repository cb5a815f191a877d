import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { run } from '../../scripts/lib/child.mjs'
import { binary, dist } from '../../scripts/lib/paths.mjs'
import { takeReleases } from '../../scripts/lib/site.mjs'
import { hydrated, open, visitor } from '../harness/browser'
import { setMedian } from '../harness/chain'
import { logIn, openFor } from '../harness/logging-in'
import { form, MEDIAN, onSale, openForm } from '../harness/purchase'
import { site } from '../harness/site'

const store = join(inject('temporary'), 'store-own-lineup')
await cp(inject('stores').production, store, { recursive: true })
const running = await site({ store, drops: 0, buyers: 0 })

/** Ships another release of an edition: the same scripts, another manifest. Answers its name once it is live. */
async function ship(edition: string, version: string): Promise<string> {
  const folder = join(inject('temporary'), `${edition}-${version}`)
  await cp(dist(edition), folder, { recursive: true })
  const manifest = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8')) as object
  await writeFile(join(folder, 'release.json'), JSON.stringify({ ...manifest, version }))
  const printed = await takeReleases([folder], store)
  await rm(folder, { recursive: true })
  const [, name = ''] = new RegExp(`^${edition} ([0-9a-f]{20}) `, 'm').exec(printed) ?? []
  const page = async () => (await fetch(`${running.address}/${edition}`)).text()
  await expect.poll(page).toContain(`"release":"${name}"`)
  return name
}

it('shipping basketball leaves an open football tab alone: no reload, and what stands in a form stays', async () => {
  await setMedian(running, MEDIAN)
  const name = await onSale(running)
  const someone = await visitor()
  const { page } = someone
  await openFor(running, someone, 'wax', '/football')
  await logIn(running, someone, 'wax')
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
  await openForm(page, name)
  await form(page, name).getByRole('spinbutton').fill('3')

  const shipped = await ship('basketball', '9.0.1')
  await page.waitForResponse((response) => response.url().includes('/api/v1/rows/'))
  expect(await form(page, name).getByRole('spinbutton').inputValue()).toBe('3')

  await page.keyboard.press('Escape')
  const answered = page.waitForResponse((response) => response.url().includes('/_page?'))
  await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
  const { lineup } = (await (await answered).json()) as { lineup: Record<string, { release: string }> }
  expect(lineup.basketball?.release).not.toBe(shipped)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/basketball')
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/football')
  expect(loads).toEqual([])
})

it('a tab whose release was withdrawn loads the next address anew', async () => {
  const withdrawn = await ship('basketball', '9.0.2')
  const { page } = await visitor()
  await open(page, `${running.address}/football`)
  const { code, output } = await run(binary, ['withdraw', '--store', store, 'basketball', withdrawn])
  expect(code, output).toBe(0)
  const live = async () => (await fetch(`${running.address}/basketball`)).text()
  await expect.poll(live).not.toContain(withdrawn)
  const loaded = page.waitForEvent('load')
  await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
  await loaded
  await hydrated(page)
  expect(new URL(page.url()).pathname).toBe('/basketball')
  expect(await page.content()).not.toContain(withdrawn)
})

it('a tab of another edition goes on when a release is withdrawn, and goes to that edition by a full load', async () => {
  const withdrawn = await ship('basketball', '9.0.3')
  const { page } = await visitor()
  await open(page, `${running.address}/football`)
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname))
  const { code, output } = await run(binary, ['withdraw', '--store', store, 'basketball', withdrawn])
  expect(code, output).toBe(0)
  const live = async () => (await fetch(`${running.address}/basketball`)).text()
  await expect.poll(live).not.toContain(withdrawn)
  for (const path of ['/football/faq', '/football']) {
    await page.locator(`#fh-header a[href="${path}"]:visible`).first().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  }
  expect(loads).toEqual([])
  const loaded = page.waitForEvent('load')
  await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
  await loaded
  expect(loads).toEqual(['/basketball'])
  expect(await page.content()).not.toContain(withdrawn)
})
