import { describe, expect, it } from 'vitest'
import { isAt, onlooker, open, visitor } from '../harness/browser'
import { site } from '../harness/site'

const running = await site()

/** The language a page is answered in, asked without a browser. */
async function languageOf(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${running.address}${path}`, { headers })
  const html = await answer.text()
  const written = html.match(/<html[^>]* lang="(\w+)"/)?.[1]
  expect(answer.headers.get('content-language')).toBe(written)
  return {
    language: written,
    cookies: answer.headers.getSetCookie().join('; '),
    vary: answer.headers.get('vary') ?? '',
  }
}

describe('the language of a first visit', () => {
  it.each([
    ['es-ES', 'es'],
    ['es-ES,en;q=0.8', 'es'],
    ['en-GB,es-ES;q=0.9', 'en'],
    ['es-MX', 'en'],
    ['de-DE', 'en'],
    ['', 'en'],
  ])('is for a browser that wants "%s" %s', async (accept, language) => {
    const answer = await languageOf('/football', { 'Accept-Language': accept })
    expect(answer.language).toBe(language)
    expect(answer.vary).toMatch(/Accept-Language/i)
    expect(answer.vary).toMatch(/Cookie/i)
  })
})

it.each([
  ['EN', 'es-ES', 'en'],
  ['SP', 'en-GB', 'es'],
  ['XX', 'es-ES', 'es'],
])('prefers the cookie %s to the browser that wants %s', async (cookie, accept, language) => {
  expect((await languageOf('/football', { Cookie: `language=${cookie}`, 'Accept-Language': accept })).language).toBe(
    language,
  )
})

it('prefers ?lang= to everything and keeps it in the cookie', async () => {
  const answer = await languageOf('/football?lang=es', { Cookie: 'language=EN', 'Accept-Language': 'en-GB' })
  expect(answer.language).toBe('es')
  expect(answer.cookies).toMatch(/language=SP/)
  expect((await languageOf('/football?lang=en', { Cookie: 'language=SP' })).cookies).toMatch(/language=EN/)
})

it('ignores a ?lang= that is no language of the site', async () => {
  const answer = await languageOf('/football?lang=%3Cscript%3E', { Cookie: 'language=SP' })
  expect(answer.language).toBe('es')
  expect(answer.cookies).not.toMatch(/script/)
})

it('speaks Spanish to a browser set to es-ES, and English again once the visitor says so, on every later page', async () => {
  const { page } = await visitor({ locale: 'es-ES' })
  await open(page, `${running.address}/football`)
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  const spanish = await page.locator('h1').innerText()

  await page.locator('#fh-header a[hreflang="en"]:visible').first().click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
  await expect.poll(() => page.locator('#fh-main h1').innerText()).toMatch(/\S/)
  await expect.poll(() => page.locator('#fh-main h1').innerText()).not.toBe(spanish)

  await open(page, `${running.address}/basketball`)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

it('changes the language without script, by plain links', async () => {
  const { page } = await onlooker({ javaScriptEnabled: false })
  await page.goto(`${running.address}/football/faq`)
  await page.locator('#fh-header a[hreflang="es"]:visible').first().click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es')
  expect(new URL(page.url()).pathname).toBe('/football/faq')
  await page.goto(`${running.address}/basketball`)
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
})

it('names both languages and the default in the head', async () => {
  const { page } = await onlooker({ javaScriptEnabled: false })
  await page.goto(`${running.address}/football/faq`)
  const alternates = await page.locator('link[rel="alternate"][hreflang]').evaluateAll((links) => {
    return links.map((link) => {
      const { pathname, search } = new URL((link as HTMLLinkElement).href)
      return `${link.getAttribute('hreflang')} ${pathname}${search}`
    })
  })
  expect(alternates.sort()).toEqual(['en /football/faq', 'es /football/faq?lang=es', 'x-default /football/faq'])
})

it('keeps the language through in-app navigation', async () => {
  const { page } = await visitor()
  await open(page, `${running.address}/?lang=es`)
  await page.locator('#fh-main a[href="/football"]').first().click()
  await isAt(page, '/football')
  await expect.poll(() => page.locator('#fh-main h1').innerText()).not.toBe('')
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
})
