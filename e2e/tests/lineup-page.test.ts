import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { developmentConfig } from '../../scripts/lib/site.mjs'
import { axe } from '../harness/axe'
import { isAt, isFocused, onlooker } from '../harness/browser'
import { fieldhouse, ownStore, tokenFor, withRelease } from '../harness/shipping'
import { site } from '../harness/site'

const store = await ownStore('lineup-page')
// The page has a site of its own: never an origin that has pages.
const config = join(inject('temporary'), 'Caddyfile.lineup-page')
await writeFile(
  config,
  `${await developmentConfig()}
http://releases.localhost:{$PORT}, http://127.0.0.1:{$PORT} {
	bind shared/127.0.0.1
	releases
}
`,
)
const running = await site({ store, config, drops: 0, buyers: 0 })
const lineup = `${running.address.replace('//', '//releases.')}/releases/`

const tokens = {
  football: await tokenFor(store, 'bastian', 'football'),
  basketball: await tokenFor(store, 'isamu', 'basketball'),
}

/** Ships the same scripts under another manifest. @returns the first letters of its name: the page has more where others begin alike */
async function ship(edition: keyof typeof tokens, version: string, ...as: string[]): Promise<string> {
  const to = ['--address', running.address.replace('localhost', '127.0.0.1'), '--json']
  const env = { FIELDHOUSE_TOKEN: tokens[edition] }
  const output = await withRelease(edition, version, (folder) =>
    fieldhouse(['ship', edition, folder, ...to, ...as], env),
  )
  return output.match(/"release":\s*"([0-9a-f]{4})/)?.[1] ?? ''
}

async function signedIn(as: keyof typeof tokens, options: Parameters<typeof onlooker>[0] = {}) {
  const someone = await onlooker(options)
  await someone.page.goto(lineup)
  await someone.page.getByLabel('Token').fill(tokens[as])
  await someone.page.keyboard.press('Enter')
  await someone.page.getByText('Signed in by the token').waitFor()
  // It stands at the top, and the rest is still on its way.
  await someone.page.waitForLoadState()
  return someone
}

/** The page asks every five seconds what has changed, and a question may come too late for its answer. */
const ASKED = { timeout: 40_000 }

// Whichever test runs first, there is something to roll back to.
await ship('football', '9.0.1')

const section = (page: Page, edition: string) => page.getByRole('region', { name: edition, exact: true })
const row = (page: Page, edition: string, role: string) =>
  section(page, edition)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: role }) })

/** Waits until a row of an edition says something. */
const says = (page: Page, edition: string, role: string, text: string, options = {}) =>
  expect.poll(() => row(page, edition, role).innerText(), options).toContain(text)

/** Says why, and waits until the page that the form leads to is whole. */
async function confirm(page: Page, why: string, button: string) {
  await isFocused(page.getByRole('textbox', { name: 'Why' }))
  await page.keyboard.type(why)
  const sends = page.getByRole('dialog').getByRole('button', { name: button })
  await Promise.all([page.waitForEvent('load'), sends.click()])
}

it('a team signs in, rolls back and promotes a canary by the keyboard, and the journal has it', async () => {
  const first = await row((await signedIn('football')).page, 'Football', 'Live')
    .locator('.release b')
    .innerText()
  const second = await ship('football', '9.1.0')
  const { page, context, troubles } = await signedIn('football')
  await says(page, 'Football', 'Live', second)
  await says(page, 'Football', 'Live', '9.1.0')
  await says(page, 'Basketball', 'Live', 'another team’s')
  expect(await section(page, 'Basketball').getByRole('button').count()).toBe(0)
  // The token is in nothing that a script of the page could read.
  expect(await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe('{}')
  expect((await context.cookies()).map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
    { httpOnly: true, sameSite: 'Strict' },
  ])

  const back = row(page, 'Football', 'Live').getByRole('button', { name: `Roll back to ${first}` })
  await back.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await isFocused(back)
  await page.keyboard.press('Enter')
  await confirm(page, 'Totals wrong in Spanish', 'Roll back')
  await expect
    .poll(() => page.getByRole('status').innerText())
    .toMatch(new RegExp(`rolled back to ${first}\\w* from ${second}`))
  await says(page, 'Football', 'Live', first)
  await says(page, 'Football', 'Withdrawn', second)
  expect(await (await fetch(`${running.address}/football`)).text()).toContain(`"release":"${first}`)

  const third = await ship('football', '9.2.0', '--canary', '5%')
  await says(page, 'Football', 'Canary', third, ASKED)
  await row(page, 'Football', 'Canary').getByRole('button', { name: 'Promote' }).click()
  await confirm(page, 'it holds', 'Promote')
  await says(page, 'Football', 'Live', third)
  const plays = async () => {
    const all = await page.getByRole('region', { name: 'Play by play' }).getByRole('listitem').allInnerTexts()
    return all.map((play) => play.replace(/\s+/g, ' '))
  }
  await expect
    .poll(async () => (await plays())[0])
    .toMatch(new RegExp(`bastian promoted ${third}\\w* (.* )?football it holds`))
  expect((await plays()).join(' ')).toContain('Totals wrong in Spanish')

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Token').waitFor()
  expect(troubles.all()).toEqual([])
})

it('opens a preview inside the site', async () => {
  const { page, context } = await signedIn('football')
  const preview = await ship('football', '9.2.1', '--preview')
  const opened = context.waitForEvent('page')
  await section(page, 'Football').getByRole('link', { name: 'Open preview' }).first().click()
  const site = await opened
  await isAt(site, '/football')
  await expect.poll(() => site.content()).toContain(`"release":"${preview}`)
})

it('who was late is told what others did, loses nothing typed, and decides anew', async () => {
  const { page } = await signedIn('basketball')
  const live = await ship('basketball', '9.3.0')
  const button = row(page, 'Basketball', 'Live').getByRole('button', { name: /^Roll back/ })
  await button.click()
  await page.keyboard.type('half of a reas')
  // Somebody else ships while it is being typed; what the page shows follows, but for what is open.
  const other = await ship('basketball', '9.3.1')
  await says(page, 'Basketball', 'Live', other, ASKED)
  await page.keyboard.type('on')
  const why = page.getByRole('textbox', { name: 'Why' })
  expect(await why.inputValue()).toBe('half of a reason')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByRole('alert').innerText()).toMatch(new RegExp(`made ${other}\\w* live`))
  await expect.poll(() => why.inputValue()).toBe('half of a reason')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await says(page, 'Basketball', 'Live', other)
  expect(live).not.toBe(other)
  // The answer to a form that was refused follows what changes, too.
  await says(page, 'Basketball', 'Live', await ship('basketball', '9.3.2'), ASKED)
  expect(await page.getByRole('status').innerText()).toBe('')
})

it('another team’s form is refused, and so is what the visitors’ origin sends with the cookie', async () => {
  const { page } = await signedIn('basketball')
  const before = await (await fetch(`${running.address}/football`)).text()
  const status = await page.evaluate(async () => {
    const body = new URLSearchParams({ action: 'withdraw', edition: 'football', release: 'x', version: '1', why: 'x' })
    const promote = new URLSearchParams({ ...Object.fromEntries(body), action: 'promote', release: '0'.repeat(20) })
    const answers = [body, promote].map((form) => fetch('/releases/change', { method: 'POST', body: form }))
    return (await Promise.all(answers)).map((answer) => answer.status)
  })
  expect(status).toEqual([400, 403])
  await page.goto(running.address)
  const sent = page.waitForResponse((response) => response.url().endsWith('/releases/session/end'))
  await page
    .evaluate((address) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: address })
      document.body.append(form)
      form.submit()
    }, `${lineup}session/end`)
    .catch(() => undefined)
  // The visitors' policy sends no form to another origin; where it would be sent, the page refuses it.
  await Promise.race([sent.then((response) => expect(response.status()).toBe(403)), page.waitForEvent('console')])
  await page.goto(lineup)
  await page.getByText('Signed in by the token').waitFor()
  expect((await (await fetch(`${running.address}/football`)).text()).match(/"release":"\w+/g)).toEqual(
    before.match(/"release":"\w+/g),
  )
})

// A width at a time: axe takes long where the machine has other things to do.
describe.each(['dark', 'light'] as const)('in the %s theme', (colorScheme) => {
  it.each([360, 768, 1440])('has nothing that axe finds at %i pixels, with and without a dialog', async (width) => {
    await ship('football', `9.4.${width}-${colorScheme}`, '--preview')
    const options = { colorScheme, bypassCSP: true, viewport: { width, height: 900 } }
    const stranger = await onlooker(options)
    await stranger.page.goto(lineup)
    expect(await axe(stranger.page), 'signing in').toEqual([])
    const { page } = await signedIn('football', options)
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await row(page, 'Football', 'Live')
      .getByRole('button', { name: /^Roll back/ })
      .click()
    expect(await axe(page, 'dialog[open]'), 'a dialog').toEqual([])
  })
})

it('stands and rolls back when the live release is broken, and when every release is', async () => {
  const { page } = await signedIn('football')
  const broken = await ship('football', '9.5.0')
  const manifests = join(store, 'football', 'releases')
  for (const name of await readdir(manifests)) if (name.startsWith(broken)) await rm(join(manifests, name))
  await page.reload()
  await says(page, 'Football', 'Live', 'damaged')
  await row(page, 'Football', 'Live')
    .getByRole('button', { name: /^Roll back/ })
    .click()
  await confirm(page, 'it cannot be read', 'Roll back')
  await expect.poll(() => page.getByRole('status').innerText()).toContain('rolled back')
  for (const edition of ['host', 'shell', 'football', 'basketball']) await rm(join(store, edition), { recursive: true })
  await page.goto(lineup)
  await says(page, 'Host', 'Live', 'damaged')
  await page.getByRole('region', { name: 'Play by play' }).getByText('it cannot be read').waitFor()
})
