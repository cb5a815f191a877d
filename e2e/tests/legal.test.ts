import { expect, it } from 'vitest'
import { hydrated, onlooker, open, visitor } from '../harness/browser'
import { site } from '../harness/site'

const running = await site()

/** What the page about cookies names, by where it stands. */
async function named(place: string): Promise<RegExp[]> {
  const { page } = await onlooker({ javaScriptEnabled: false })
  await page.goto(`${running.address}/cookies`)
  const names = await page.locator(`section[aria-labelledby="${place}"] code`).allInnerTexts()
  expect(names.length).toBeGreaterThan(0)
  return names.map((name) => new RegExp(`^${name.replaceAll('.', '\\.').replace('*', '.+')}$`))
}

it('names all that a visit leaves in the browser', async () => {
  const { page, context } = await visitor()
  await open(page, `${running.address}/football?lang=es`)
  await page.locator('#fh-header a[hreflang="en"]:visible').first().click()
  await page.waitForURL((url) => url.search.includes('lang=en'))
  await hydrated(page)
  await page.locator('#fh-header button[aria-pressed="false"]:visible').first().click()
  await open(page, `${running.address}/basketball`)
  const kept = await page.evaluate(() => ({ local: Object.keys(localStorage), session: Object.keys(sessionStorage) }))
  const cookies = (await context.cookies()).map(({ name }) => name)
  expect(cookies).toContain('language')
  expect(kept.local).toContain('theme')
  for (const [place, names] of [
    ['cookie', cookies],
    ['local', kept.local],
    ['session', kept.session],
  ] as const) {
    const listed = await named(place)
    for (const name of names)
      expect(
        listed.some((one) => one.test(name)),
        `${place} ${name}`,
      ).toBe(true)
  }
})

it.each([
  ['/terms', 'Terms', 'Condiciones'],
  ['/privacy', 'Privacy', 'Privacidad'],
  ['/cookies', 'Cookies', 'Cookies'],
])(
  '%s reads whole without JavaScript in both languages, and every footer leads there',
  async (path, english, spanish) => {
    const { page } = await onlooker({ javaScriptEnabled: false })
    for (const [language, title] of [
      ['en', english],
      ['es', spanish],
    ] as const) {
      await page.goto(`${running.address}/football?lang=${language}`)
      await page.locator(`#fh-footer a[href="${path}"]`).click()
      await page.waitForURL(({ pathname }) => pathname === path)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(await page.locator('h1').innerText()).toMatch(new RegExp(`^${title}$`, 'i'))
      expect(await page.locator('#fh-main section h2').count()).toBeGreaterThan(3)
      expect(await page.locator('#fh-main').innerText()).not.toMatch(/\{\{|@setting|undefined/)
    }
  },
)

it.each([
  ['en', /JavaScript is off. You can read every page/],
  ['es', /JavaScript está desactivado. Puedes leer todas las páginas/],
])('says once, without JavaScript alone, what needs it: %s', async (language, needs) => {
  const { page: without } = await onlooker({ javaScriptEnabled: false })
  const { page } = await visitor()
  for (const path of ['/', '/football/team', '/basketball/cards', '/nothing']) {
    await without.goto(`${running.address}${path}?lang=${language}`)
    expect((await without.locator('body').innerText()).match(new RegExp(needs, 'g'))).toHaveLength(1)
    await open(page, `${running.address}${path}?lang=${language}`)
    expect(await page.locator('#fh-footer').innerText()).not.toMatch(needs)
  }
})

it.each([
  ['en', 'the page about cookies', 'our community'],
  ['es', 'la página de cookies', 'nuestra comunidad'],
])('leads from the words about privacy to what they name: %s', async (language, cookies, community) => {
  const { page } = await onlooker({ javaScriptEnabled: false })
  await page.goto(`${running.address}/privacy?lang=${language}`)
  const main = page.locator('#fh-main')
  expect(await main.getByRole('link', { name: community }).getAttribute('href')).toMatch(/^https:/)
  expect(await main.innerText()).not.toMatch(/<\/?\w+>/)
  await main.getByRole('link', { name: cookies }).click()
  await page.waitForURL(({ pathname }) => pathname === '/cookies')
})

it('takes the query and the fragment along into the other language, here and in a new tab', async () => {
  const { page, context } = await visitor()
  const there = `${running.address}/football/faq?partner=hailmary&lang=es`
  // Playwright does not always tell of a tab that is opened in the background, but of what it asks for.
  const asked = context.waitForEvent('request', (request) => request.isNavigationRequest() && /es$/.test(request.url()))
  // Before any script but those of the document.
  await page.route('**/_r/**/*.js', (route) => route.abort())
  await page.goto(`${running.address}/football/faq?partner=hailmary&lang=en#limit`)
  const spanish = page.locator('#fh-header a[hreflang="es"]:visible').first()
  await spanish.click({ button: 'middle' })
  expect((await asked).url()).toBe(there)
  expect(await spanish.evaluate((link: HTMLAnchorElement) => link.href)).toBe(`${there}#limit`)
  await spanish.click()
  await page.waitForURL(`${there}#limit`)
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
})
