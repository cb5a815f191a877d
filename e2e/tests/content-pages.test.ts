import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { allIslands, isFocused, lookAt, onlooker, open, visitor } from '../harness/browser'
import { type DropRow, rowsOf } from '../harness/chain'
import { inParts } from '../harness/in-parts'
import { layoutShifts, shiftsOf } from '../harness/layout-shifts'
import { linked } from '../harness/linked'
import { basketballPages, routes } from '../harness/routes'
import { site } from '../harness/site'

const running = await site()
const slow = await inParts(running.address)
const FAQ = '/football/faq'
const FAQS = [FAQ, '/basketball/faq']

/** The answer that has the focus, and whether it can be seen with its question. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const answer = document.activeElement as HTMLElement
    const question = answer.closest('details')?.querySelector('summary')
    const header = document.querySelector('#fh-header header')?.getBoundingClientRect().bottom ?? 0
    const top = question?.getBoundingClientRect().top ?? Number.NaN
    return { id: answer.id, open: answer.closest('details')?.open ?? false, seen: top >= header && top < innerHeight }
  })
const shown = (id: string) => ({ id, open: true, seen: true })

it.each(FAQS)(
  'opens the answer that an address names, with its question in sight, and moves the focus there: %s',
  async (faq) => {
    const { page } = await lookAt(`${running.address}${faq}#lose-a-card`)
    await expect.poll(() => focused(page)).toEqual(shown('lose-a-card'))
    expect(await page.locator('details[open]').count()).toBe(1)
  },
)

it('opens it when the page comes by navigation, and by a link on the page, again too', async () => {
  const { page } = await lookAt(`${running.address}/football/tokenomics`)
  await page.locator('#fh-main a[href="/football/faq#limit"]').click()
  await page.waitForURL(`**${FAQ}#limit`)
  await expect.poll(() => focused(page)).toEqual(shown('limit'))
  const link = page.locator('#limit a[href="#limit"]')
  await page.locator('details:has(#limit) summary').click()
  expect(await page.locator('details[open]').count()).toBe(0)
  await page.locator('details:has(#limit) summary').click()
  await link.click()
  await expect.poll(() => focused(page)).toEqual(shown('limit'))
})

it('copies the address of an answer that is pressed, and says so', async () => {
  const { page, context } = await onlooker({ viewport: { width: 360, height: 740 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, `${running.address}${FAQ}?partner=hailmary#limit`)
  await page.locator('#limit a[href="#limit"]').press('Enter')
  await expect.poll(() => page.locator('#fh-main search [role="status"]').innerText()).toBe('Link copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${running.address}${FAQ}?partner=hailmary#limit`,
  )
  expect(
    await page.locator('#limit a[href="#limit"]').evaluate((link) => getComputedStyle(link, '::after').content),
  ).toBe('"Link copied."')
})

it('opens the answer that an address names without JavaScript, and says what searching needs', async () => {
  const { page } = await onlooker({ javaScriptEnabled: false })
  await page.goto(`${running.address}${FAQ}#lose-a-card`)
  expect(await page.locator('#lose-a-card').isVisible()).toBe(true)
  expect(await page.locator('#limit').isVisible()).toBe(false)
  expect(await page.locator('#fh-main search').innerText()).toContain('Searching needs JavaScript')
  expect(await page.locator('#fh-main input').isVisible()).toBe(false)
})

it.each([
  [FAQ, 'captian', 'captain', 'What does the captain do?'],
  ['/basketball/faq', 'closr', 'closer', 'What does the closer do?'],
])(
  'finds answers of %s by what is typed, marks them, says how many there are, and puts all back',
  async (faq, typed, word, question) => {
    const { page, troubles } = await lookAt(`${running.address}${faq}`)
    const before = await page.locator('#fh-main summary').allInnerTexts()
    const field = page.getByRole('textbox', { name: 'Search the answers' })
    await field.fill(typed)
    const status = page.locator('#fh-main [role="status"]')
    await expect
      .poll(() => status.innerText())
      .toMatch(new RegExp(`^\\d+ of \\d+ answers says? “${typed}” or something close to it$`))
    const hits = page.locator('#fh-main section:not([data-rest]) summary:visible')
    expect(await hits.allInnerTexts()).toContain(question)
    expect(await hits.count()).toBe(Number.parseInt(await status.innerText(), 10))
    expect(await page.locator('[data-rest] summary').count()).toBe(before.length - (await hits.count()))
    expect(await page.evaluate(() => [...(CSS.highlights.get('fh-found') ?? [])].map(String))).toContain(word)

    await field.fill('dragons')
    await expect.poll(() => status.innerText()).toContain('Nobody asked about “dragons” yet.')
    // A subject of which nothing was found is led to all the same.
    const subject = page.locator('#fh-main nav a[href^="#"]').last()
    await subject.click()
    await expect.poll(() => status.innerText()).toMatch(/^\d+ answers$/)
    const { hash } = new URL(page.url())
    expect(hash).toBe(await subject.getAttribute('href'))
    expect(await page.locator(`${hash}:visible`).count()).toBe(1)
    await expect.poll(async () => (await page.locator(hash).boundingBox())?.y).toBeLessThan(400)

    await field.fill('dragons')
    await expect.poll(() => status.innerText()).toContain('Nobody asked about “dragons” yet.')
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(await page.locator('#fh-main summary:visible').allInnerTexts()).toEqual(before)
    expect(await field.inputValue()).toBe('')
    await isFocused(field)
    expect(await page.evaluate(() => CSS.highlights.size)).toBe(0)
    expect(troubles.all()).toEqual([])
  },
)

it.each(['football', 'basketball'])("the lines of %s's floor cross no heading of its articles", async (edition) => {
  const { page } = await onlooker()
  const [article] = await linked(running, `/${edition}/blog`, `/${edition}/blog/`)
  await open(page, running.address + article)
  const [patch, floor] = await page.locator('#fh-main h1').evaluate((heading) => {
    const colour = (element: Element) => getComputedStyle(element).backgroundColor
    return [colour(heading), colour(heading.closest('header') ?? heading.ownerDocument.body)]
  })
  expect(patch).toBe(floor)
  expect(floor).toMatch(/^rgb\(/)
})

it('has everybody who signs a post in the team', async () => {
  const textOf = async (path: string) => (await fetch(running.address + path)).text()
  const posts = await Promise.all((await linked(running, '/football/blog', '/football/blog/')).map(textOf))
  const signed = posts.map((post) => /<\/time> <b[^>]*>([^<]+)<\/b>/.exec(post)?.[1] ?? 'nobody')
  const authors = new Set(signed.filter((author) => author !== 'The Fieldhouse Desk'))
  expect(authors.size).toBeGreaterThan(1)
  const team = await textOf('/football/team')
  expect([...authors].filter((author) => !team.includes(author))).toEqual([])
})

it('prints the odds of each pack as its row on the chain has them', async () => {
  const { page } = await lookAt(`${running.address}/football/cards`)
  await allIslands(page)
  const table = page.locator('#fh-main table')
  const rows = (await rowsOf<DropRow & { display_data: string }>(running, 'drops')).filter(
    (row) => row.edition === 'football' && !row.is_hidden,
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const row of rows) {
    await page.getByRole('radio', { name: row.name, exact: true }).check()
    const { odds } = JSON.parse(row.display_data) as { odds: Record<string, number> }
    const printed = ['legendary', 'epic', 'rare', 'uncommon', 'common'].map((tier) => `${(odds[tier] ?? 0) / 100}%`)
    await expect
      .poll(() => table.locator('tbody td:nth-of-type(2)').allInnerTexts(), { message: row.name })
      .toEqual(printed)
  }
})

/** A tenth of a layout shift that is good (https://web.dev/articles/cls). */
const BARELY = 0.01

it.each([360, 1440])('no page moves more than barely at %i pixels while it comes over a slow line', async (width) => {
  const { page } = await visitor({ viewport: { width, height: 900 } })
  await page.route('**/*.woff2', (route) => route.abort())
  await layoutShifts(page, { asItComes: true })
  for (const path of [...routes.map(({ path }) => path), ...basketballPages]) {
    await page.goto(slow + path)
    const shifts = await shiftsOf(page)
    const all = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(all, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(BARELY)
  }
})

it.each([
  [
    'en',
    /^From \d+ \w+ to \d+ \w+, \$10\.00 cost between [\d.,]+ and [\d.,]+ WAX\. The latest price is [\d.,]+ WAX\.$/,
  ],
  ['es', /^Del \d+ \w+ al \d+ \w+, \$10,00 costaron entre [\d.,]+ y [\d.,]+ WAX\. El último precio es [\d.,]+ WAX\.$/],
])(
  'draws what dollars were in WAX of a month, and says it in numbers, without JavaScript: %s',
  async (language, said) => {
    const { page } = await onlooker({ javaScriptEnabled: false })
    const medians = (await (await fetch(`${running.address}/api/v1/rows/medians`)).json()).rows
    expect(medians.length).toBeGreaterThanOrEqual(30 * 24)
    for (const edition of ['football', 'basketball']) {
      await page.goto(`${running.address}/${edition}/tokenomics?lang=${language}`)
      expect(await page.locator('#fh-main figure:has(path) figcaption').last().innerText()).toMatch(said)
      const steps = (await page.locator('#fh-main figure path').last().getAttribute('d')) ?? ''
      expect(steps.match(/H/g)?.length, edition).toBeGreaterThan(90)
    }
  },
)

it.each(FAQS)(
  'tells search engines every question of %s with its answer, in the markup that people read',
  async (faq) => {
    const { page } = await onlooker({ javaScriptEnabled: false })
    await page.goto(`${running.address}${faq}`)
    const told = await page
      .locator('[itemtype="https://schema.org/FAQPage"] [itemprop="mainEntity"]')
      .evaluateAll((all) =>
        all.map((question) => [
          question.getAttribute('itemtype'),
          question.querySelector('[itemprop="name"]')?.textContent ?? '',
          question.querySelector('[itemprop="acceptedAnswer"][itemtype="https://schema.org/Answer"] [itemprop="text"]')
            ?.textContent ?? '',
        ]),
      )
    expect(told.length).toBe(await page.locator('#fh-main details').count())
    expect(told.length).toBeGreaterThan(20)
    for (const [type, name, text] of told) {
      expect(type).toBe('https://schema.org/Question')
      expect(name).toMatch(/\?$/)
      expect(text?.length).toBeGreaterThan(20)
    }
  },
)
