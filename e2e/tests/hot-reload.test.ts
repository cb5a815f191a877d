import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { environment } from '../../scripts/lib/child.mjs'
import { binary, root, tools } from '../../scripts/lib/paths.mjs'
import { warningOf } from '../../scripts/lib/site.mjs'
import { hydrated, isMarked, mark, open, visitor } from '../harness/browser'
import { keepPictures } from '../harness/copy-of-sources'
import { copyStore } from '../harness/shipping'
import { site } from '../harness/site'
import { startTool } from '../harness/tool'

// Inside the repository, so that the copy of the app finds the packages that it imports.
const folder = join(inject('temporary'), 'football')
const store = join(inject('temporary'), 'store-hot-reload')
await copyStore(inject('stores').development, store)
await cp(join(root, 'apps', 'football'), folder, {
  recursive: true,
  filter: (source) => !/[/\\](dist|dist-development|node_modules|\.turbo)$/.test(source),
})
await keepPictures(join(root, 'apps', 'football'), folder)
const SALE = '[data-island="islands/Sale"]'
const running = await site({ react: 'development', store, env: { FIELDHOUSE_DEV: 'dev' } })

/** Opens something in the island, as a form is open, and marks it. */
const openInSale = (page: Page) =>
  page.locator(SALE).evaluate((island) => {
    const dialog = Object.assign(document.createElement('dialog'), { id: 'open', textContent: 'Open' })
    island.append(dialog)
    dialog.showModal()
  })

const isOpenInSale = (page: Page) =>
  page.locator(SALE).evaluate((island) => island.querySelector('#open:modal') !== null)

/** The first of some texts that a source of the copy holds as it is, and that source. */
async function sourceOf(texts: string[]): Promise<{ file: string; text: string }> {
  for (const entry of await readdir(join(folder, 'src'), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !/\.tsx?$/.test(file)) continue
    const source = await readFile(file, 'utf8')
    const text = texts.find((text) => source.includes(text))
    if (text) return { file, text }
  }
  throw new Error(`no source of football says any of ${JSON.stringify(texts)}`)
}

it('a saved file changes the open page, which keeps its document, its header and what is open in another island', async () => {
  const { page, troubles } = await visitor()
  await open(page, `${running.address}/football`)
  await mark(page)
  const texts = await page.locator('#fh-main h1, #fh-main section:not([aria-labelledby="packs"]) p').allTextContents()
  const { file, text } = await sourceOf(texts.filter((text) => text.length > 15))
  const shown = page.locator('#fh-main').getByText('Saved while you watched', { exact: true })

  const take = [binary, 'take', '--store', store, '--live', join(folder, 'dist-development')]
    .map((word) => JSON.stringify(word))
    .join(' ')
  const watch = startTool(join(tools, 'fieldhouse-build'), ['--watch', '--run', take], {
    cwd: folder,
    env: environment({ FIELDHOUSE_REACT: 'development' }),
  })
  const builds = (times: number) => watch.prints(/football [0-9a-f]{20} built/, times)
  await builds(1)

  await writeFile(file, (await readFile(file, 'utf8')).replace(text, 'Saved while you watched'))
  await builds(2)
  await shown.waitFor()
  await hydrated(page)
  await openInSale(page)
  await writeFile(file, (await readFile(file, 'utf8')).replace('Saved while you watched', 'Saved once more'))
  await builds(3)
  await page.locator('#fh-main').getByText('Saved once more', { exact: true }).waitFor()
  expect(await isOpenInSale(page)).toBe(true)
  expect(await isMarked(page)).toBe(true)

  const sale = join(folder, 'src', 'islands', 'Sale.tsx')
  const shipped = await readFile(sale, 'utf8')
  const written = shipped.replace(/<PackSale .*\/>/, '<><p>Packs, written anew</p>$&</>')
  expect(written).not.toBe(shipped)
  await writeFile(sale, written)
  await builds(4)
  await page.locator(SALE).getByText('Packs, written anew').waitFor()
  expect(await isOpenInSale(page)).toBe(false)
  await hydrated(page)
  expect(await page.locator('#fh-header a').count()).toBeGreaterThan(0)

  // A new page is there with its first save, and the open page has its entry in the menu.
  const pages = join(folder, 'src', 'pages')
  const copied = await readFile(join(pages, 'faq', 'page.tsx'), 'utf8')
  const rules = copied
    .replace('/football/faq', '/football/rules')
    .replace("name: { en: 'FAQ'", "name: { en: 'House rules'")
    .replace("'./islands/Search'", "'../faq/islands/Search'")
    .replace("'./texts'", "'../faq/texts'")
  await mkdir(join(pages, 'rules'))
  await writeFile(join(pages, 'rules', 'page.tsx'), rules)
  const menu = () => page.locator('#fh-settings').textContent()
  await builds(5)
  await expect.poll(menu).toContain('House rules')
  const { page: fresh } = await visitor()
  await open(fresh, `${running.address}/football/rules`)
  expect(troubles.reports).toEqual([])
  expect(troubles.violations).toEqual([])

  await watch.stop()
  await rm(folder, { recursive: true, force: true })
}, 180_000)

it.each([
  ['a text', /(islands\/Sale".*?class="fh-hidden">)One moment/s, '$1another heading'],
  ['an attribute', /(islands\/Sale".*?<section)/s, '$1 title="another heading"'],
])('%s that hydration finds to differ stands in the terminal', async (_, from, to) => {
  const { page } = await visitor()
  await page.route(`${running.address}/football`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace(from, to) })
  })
  const before = (await running.log()).length
  await page.goto(`${running.address}/football`)
  const printed = async () =>
    (await running.log())
      .slice(before)
      .flatMap((line) => warningOf(line) ?? [])
      .join('\n')
  await expect.poll(printed).toMatch(/a browser reports: \/football: .*hydrat.*- .*another heading/is)
})
