import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ReleaseManifest } from '@fieldhouse/contract'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { dist, editions, root, tools } from '../../scripts/lib/paths.mjs'
import { takeReleases } from '../../scripts/lib/site.mjs'
import { FRAME, hydrated, isAt, isMarked, MEASURING, mark, visitor } from '../harness/browser'
import { accountButton, logIn, loginModal, openModal } from '../harness/logging-in'
import { site } from '../harness/site'
import { ACCOUNT } from '../harness/wallets'

/** In the workspace, so that what is installed there is found. */
const folder = await mkdtemp(join(inject('temporary'), 'isolation-'))

/** Builds the edition that is made to fail. @returns its release */
async function faulty(): Promise<string> {
  const app = join(folder, 'faulty')
  await cp(join(root, 'e2e', 'faulty'), app, { recursive: true })
  const base = JSON.stringify(join(root, 'packages', 'build', 'tsconfig.base.json'))
  await writeFile(join(app, 'tsconfig.json'), `{ "extends": ${base}, "include": ["src"] }`)
  await promisify(execFile)(join(tools, 'fieldhouse-build'), [], { cwd: app, env: { ...process.env, NODE_ENV: '' } })
  return join(app, 'dist')
}

/** Makes the entry of an edition's release fail. @returns the release */
async function withBrokenEntry(edition: string): Promise<string> {
  const [from, to] = [dist(edition), join(folder, `${edition}-broken`)]
  const manifest = JSON.parse(await readFile(join(from, 'release.json'), 'utf8')) as ReleaseManifest
  const script = await readFile(join(from, manifest.entry), 'utf8')
  const broken = Buffer.from(`throw new Error('made to fail in its entry');${script}`)
  const hash = createHash('sha256').update(broken).digest('hex').slice(0, 20)
  const name = manifest.entry.replace(/[0-9a-f]{20}(?=\.js$)/, hash)
  const files = manifest.files
    // Its source map has its name.
    .filter(({ path }) => !path.startsWith(`${manifest.entry}.`))
    .map((file) =>
      file.path === manifest.entry
        ? { path: name, size: broken.length, sha384: `sha384-${createHash('sha384').update(broken).digest('base64')}` }
        : file,
    )
    .sort((left, right) => (left.path < right.path ? -1 : 1))
  const renamed = JSON.stringify({ ...manifest, files }).replaceAll(manifest.entry, name)
  await cp(from, to, { recursive: true })
  for (const old of await readdir(to)) if (old.startsWith(manifest.entry)) await rm(join(to, old))
  await writeFile(join(to, name), broken)
  await writeFile(join(to, 'release.json'), renamed)
  return to
}

/** The development site with the edition's line, and every document reports how its views went. */
async function caddyfile(): Promise<string> {
  for (const name of ['Caddyfile.dev', 'Caddyfile.common', 'Caddyfile.texts']) {
    const shipped = await readFile(join(root, name), 'utf8')
    await writeFile(
      join(folder, name),
      shipped.replace(/^(\s*)edition basketball .*$/m, '$&\n$1edition faulty Faulty\n$1reports 100%'),
    )
  }
  return join(folder, 'Caddyfile.dev')
}

const store = join(folder, 'store')
const sound = editions.filter((edition) => edition !== 'basketball').map((edition) => dist(edition))
await takeReleases([...sound, await withBrokenEntry('basketball'), await faulty()], store)
const running = await site({ store, drops: 3, config: await caddyfile() })

/** Header, footer and login work, what can be read is there, and so is the way to the other edition. */
async function restLives(page: Page, heading: string | RegExp): Promise<void> {
  await hydrated(page, FRAME)
  await expect.poll(() => page.locator('#fh-main h1').innerText()).toMatch(heading)
  expect(await page.locator('#fh-footer a').count()).toBeGreaterThan(3)
  await openModal(page)
  await page.keyboard.press('Escape')
  await loginModal(page).waitFor({ state: 'hidden' })
  await mark(page)
  await page.locator('#fh-header a[href="/football"]:visible').first().click()
  await isAt(page, '/football')
  await hydrated(page)
  // It was gone to without a load.
  expect(await isMarked(page)).toBe(true)
}

/** What the gateway has logged of an edition's errors, with the places of its sources. */
const logged = async (message: string): Promise<Record<string, string>[]> =>
  (await running.log())
    .filter((line) => line.includes('a browser reports') && line.includes(message))
    .map((line) => JSON.parse(line))

describe.each<[when: string, path: string, message: string, kind: string, place: RegExp, press: boolean]>([
  ['is loaded', 'load', 'made to fail at load', 'remote', /apps\/faulty\/src\/islands\/Load\.tsx:1:\d+/, false],
  ['hydrates', 'hydrate', 'made to fail while it hydrates', 'uncaught', /Hydrating\.tsx:3:\d+/, false],
  ['renders', 'render', 'made to fail while it renders', 'uncaught', /Failing\.tsx:5:\d+/, false],
  ['renders after a press', 'press', 'made to fail while it renders after', 'uncaught', /Press\.tsx:5:\d+/, true],
  ['runs an effect', 'effect', 'made to fail in an effect', 'uncaught', /Effect\.tsx:5:\d+/, false],
])('an edition that throws while it %s', (_, path, message, kind, place, isPressed) => {
  it('leaves its markup, its other islands, header, footer, login and the other edition, and is reported', async () => {
    const { page, troubles } = await visitor()
    await page.goto(`${running.address}/faulty/${path}`)
    await hydrated(page, '[data-island="islands/Sound"]')
    if (isPressed) {
      await hydrated(page)
      await page.locator('#fault').press('Enter')
    }
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.locator('#fault').innerText()).toBe('readable')
    await page.locator('#sound').click()
    await expect.poll(() => page.locator('#sound').innerText()).toBe('pressed 1')
    await expect.poll(() => troubles.reports.join('\n')).toMatch(new RegExp(`"kind":"${kind}".*${message}`))
    const told = troubles.reports.map((report) => JSON.parse(report.slice('report: '.length)))
    for (const { edition } of told) expect(edition).toBe('faulty')
    await expect.poll(async () => (await logged(message)).find((line) => line.kind === kind)?.stack).toMatch(place)
    await restLives(page, `/faulty/${path}`)
  })
})

it('an edition that throws in a handler is reported with the line, and lives on', async () => {
  const { page, troubles } = await visitor()
  await page.goto(`${running.address}/faulty/handler`)
  await hydrated(page)
  await page.locator('#fault').press('Enter')
  await expect.poll(() => troubles.reports.join('\n')).toMatch(/"kind":"uncaught".*"edition":"faulty"/)
  await expect
    .poll(async () => (await logged('in a handler'))[0]?.stack)
    .toMatch(/apps\/faulty\/src\/islands\/Handler\.tsx:3:\d+/)
  expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false)
  await restLives(page, '/faulty/handler')
})

it("an edition that throws in a store's listener keeps nobody from hearing: the header knows who has logged in", async () => {
  const { page, troubles } = await visitor()
  await page.goto(`${running.address}/faulty/listener`)
  await hydrated(page)
  await logIn(running, page, 'wax')
  await accountButton(page, ACCOUNT).waitFor()
  await expect.poll(() => troubles.reports.join('\n')).toMatch(/"kind":"uncaught".*"edition":"faulty"/)
  await expect.poll(async () => (await logged('in a listener'))[0]?.stack).toMatch(/Listener\.tsx:8:\d+/)
})

it('an edition whose entry throws leaves its page readable, and the rest of the site alone', async () => {
  const { page, troubles } = await visitor()
  await page.goto(`${running.address}/basketball`)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await expect.poll(() => troubles.reports.join('\n')).toMatch(/"kind":"remote".*"edition":"basketball"/)
  for (const report of troubles.reports) expect(report).not.toContain('"edition":"football"')
  await restLives(page, /./)
})

it('an edition that hangs is told by the next page of the tab, once, and by none that was left in time', async () => {
  const { page, troubles } = await visitor()
  // The header's code is still on its way when the edition hangs, as on a slow network: that is nothing against the shell.
  const held = Promise.withResolvers<void>()
  await page.route(/\/_r\/shell\/remoteEntry\./, () => held.resolve(), { times: 1 })
  await page.goto(`${running.address}/faulty/hang`, { waitUntil: 'commit' })
  await held.promise
  const answers = () =>
    Promise.race([
      page.evaluate(() => true).catch(() => false),
      new Promise<boolean>((resolve) => setTimeout(resolve, 1000, false)),
    ])
  await expect.poll(answers, { timeout: 30_000 }).toBe(false)
  // Of another site, in a process of its own: the hung one never hears that its page was left.
  await page.goto(running.chain.replace('localhost', '127.0.0.1'), { waitUntil: 'commit' })
  await page.goto(`${running.address}/football`)
  await hydrated(page)
  const hangs = () => troubles.reports.filter((report) => report.includes('"kind":"hang"'))
  await expect.poll(() => hangs().length).toBe(1)
  expect(hangs()[0]).toMatch(/"edition":"faulty","release":"[0-9a-f]{20}","path":"\/faulty\/hang"/)
  await page.reload({ waitUntil: 'commit' })
  await page.goto(`${running.address}/`)
  await hydrated(page)
  expect(hangs().length).toBe(1)
})

it('how each view went is told once, with its releases, errors and vitals', async () => {
  const { page, troubles } = await visitor()
  const measured = page.waitForResponse(MEASURING)
  await page.goto(`${running.address}/faulty/handler?secret=1#secret`)
  await hydrated(page)
  await measured
  await page.locator('#fault').press('Enter')
  await expect.poll(() => troubles.reports.length).toBe(1)
  expect(troubles.views).toEqual([])
  await page.locator('#fh-header a[href="/football"]:visible').first().click()
  await expect.poll(() => troubles.views.length).toBe(1)
  const { releases, vitals, ...view } = JSON.parse(String(troubles.views[0]))
  expect(view).toEqual({
    kind: 'view',
    path: '/faulty/handler',
    navigation: 'load',
    errors: { faulty: { uncaught: 1 } },
  })
  expect(Object.keys(releases).sort()).toEqual(['faulty', 'host', 'shell'])
  expect(vitals).toMatchObject({ lcp: expect.any(Number), cls: expect.any(Number) })
  await hydrated(page)
  await page.goBack()
  await expect.poll(() => troubles.views.length).toBe(2)
  const next = JSON.parse(String(troubles.views[1]))
  expect(next).toMatchObject({ path: '/football', navigation: 'in-app', errors: {} })
  expect(next.vitals).not.toHaveProperty('lcp')
  expect(troubles.views.join()).not.toContain('secret')
})

/** What a page has that a blank document of this browser has not. */
async function leftIn(page: Page): Promise<string[]> {
  const names = () =>
    page.evaluate(() => {
      const found: string[] = Object.getOwnPropertyNames(window)
      for (const name of Object.getOwnPropertyNames(window)) {
        // Those of this window alone, and none of a frame.
        if (!/^[A-Z]/.test(name)) continue
        const value = (window as unknown as Record<string, unknown>)[name] as { prototype?: object } | null
        const of = (what: object | null | undefined, path: string) => {
          if (typeof what !== 'object' && typeof what !== 'function') return
          for (const key of Reflect.ownKeys(what ?? {})) {
            const { value, get, set } = Object.getOwnPropertyDescriptor(what, key) ?? {}
            const native = [value, get, set].every(
              (part) =>
                typeof part !== 'function' || /\[native code\]\s*\}$/.test(Function.prototype.toString.call(part)),
            )
            found.push(`${path}.${String(key)}${native ? '' : ' replaced'}`)
          }
        }
        of(value, name)
        of(value?.prototype, `${name}.prototype`)
      }
      return found
    })
  const here = await names()
  await page.goto(`${running.address}/healthz`)
  const blank = new Set(await names())
  return here.filter((name) => !blank.has(name)).sort()
}

/** What a page may add, and why. */
const ALLOWED = [
  // The federation runtime's instances, by which containers find the page's shared libraries.
  '__FEDERATION__',
  '__VMOK__',
  // The part of the runtime that runs containers, which the host gives to all of them.
  '_FEDERATION_BUNDLER_RUNTIME',
  // Entries that are being loaded, so that none is asked for twice.
  '__GLOBAL_LOADING_REMOTE_ENTRY__',
]

it('a page adds nothing to the window but what federation needs, and changes no prototype', async () => {
  const { page } = await visitor()
  await page.goto(`${running.address}/`)
  await hydrated(page)
  await page.locator('#fh-header a[href="/football"]:visible').first().click()
  await isAt(page, '/football')
  await hydrated(page)
  await openModal(page)
  expect(await leftIn(page)).toEqual(ALLOWED.toSorted())
})
