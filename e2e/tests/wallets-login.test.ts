import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { askedBy, holdBack, lookAt, onlooker, open, visitor } from '../harness/browser'
import {
  accountButton,
  alerts,
  choose,
  confirmLogin,
  logIn,
  loginButton,
  loginModal,
  logOut,
  openFor,
  openModal,
  recordOf,
  reloading,
  TITLES,
  WALLETS,
} from '../harness/logging-in'
import { site } from '../harness/site'
import { ACCOUNT, answerWith } from '../harness/wallets'

const running = await site()

const isFocused = (page: Page, name: RegExp) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toMatch(name)

describe('the login modal', () => {
  it('is fetched when somebody is there, and with it no wallet, nor when it opens', async () => {
    const { page, troubles } = await visitor()
    const asked = askedBy(page)
    const of = (name: string) => asked.filter((path) => path.includes(name))
    await open(page, `${running.address}/football`)
    await page.waitForLoadState('networkidle')
    expect(of('wallet')).toEqual([])

    const chunk = page.waitForResponse((response) => /\/wallets\.[0-9a-f]+\.js$/.test(response.url()))
    await page.keyboard.press('Shift')
    await (await chunk).finished()
    await page.waitForLoadState('networkidle')
    expect(of('wallet-')).toEqual([])

    await openModal(page)
    await isFocused(page, /^Cloud Wallet/)
    await page.waitForLoadState('networkidle')
    expect(of('wallet-')).toEqual([])
    expect(troubles.all()).toEqual([])
  })

  it('opens at the press after one at which its styles did not come, and nothing is said to be missing any more', async () => {
    const { page } = await onlooker()
    let isBroken = true
    await page.route(/\/wallets\.[0-9a-f]+\.css$/, (route) => (isBroken ? route.abort() : route.continue()))
    await open(page, `${running.address}/football`)
    const notice = page.getByText('Part of this page could not be loaded.')
    await loginButton(page).click()
    await notice.waitFor()
    isBroken = false
    await openModal(page)
    await expect.poll(() => notice.count()).toBe(0)
  })

  it.each<[string, (button: Locator) => Promise<unknown>]>([
    ['pointed at', (button) => button.hover()],
    ['focused', (button) => button.focus()],
    // Without a pointer that came first, as a switch or a screen reader presses.
    ['pressed', (button) => button.evaluate((element: HTMLElement) => element.click())],
  ])("brings a wallet's own files when its button is %s, and no other wallet's", async (_, come) => {
    const { page } = await visitor()
    const chunks: string[] = []
    page.on('request', (request) => {
      const [, name] = /\/wallet-([a-z]+)\.[^/]+\.js$/.exec(request.url()) ?? []
      if (name) chunks.push(name)
    })
    await open(page, `${running.address}/football`)
    const modal = await openModal(page)
    await come(modal.getByRole('button', { name: TITLES.anchor }))
    await expect.poll(() => chunks).toEqual(['packing', 'anchor'])
    await page.waitForLoadState('networkidle')
    expect(chunks).toEqual(['packing', 'anchor'])
  })

  it("opens the Cloud Wallet's window in the press, before its files are there", async () => {
    const { page } = await onlooker()
    await open(page, `${running.address}/football`)
    const modal = await openModal(page)
    const goOn = await holdBack(page, '**/wallet-cloud.*')
    await confirmLogin.wax(running, page, async () => {
      const opened = page.waitForEvent('popup')
      await choose(page, 'wax')
      const window = await opened
      await expect.poll(() => window.evaluate(() => document.body.textContent)).toBe('Preparing request...')
      expect(await modal.isVisible()).toBe(true)
      goOn()
    })
    await accountButton(page).waitFor()
  })

  it('comes with the pointer on its button', async () => {
    const { page } = await lookAt(`${running.address}/`)
    const chunk = page.waitForResponse((response) => /\/wallets\.[0-9a-f]+\.js$/.test(response.url()))
    await loginButton(page).dispatchEvent('pointerover')
    expect((await chunk).status()).toBe(200)
  })

  it('opens by the keyboard, holds the focus, closes with Escape and gives the focus back', async () => {
    const { page, troubles } = await lookAt(`${running.address}/football`)
    await loginButton(page).focus()
    await page.keyboard.press('Enter')
    const modal = loginModal(page)
    await modal.waitFor()
    await isFocused(page, /^Cloud Wallet/)
    for (let press = 0; press < 14; press++) {
      await page.keyboard.press('Tab')
      const left = await page.evaluate(() => {
        const active = document.activeElement
        return active !== null && active !== document.body && active.closest('dialog') === null
      })
      expect(left, `after ${press + 1} times Tab`).toBe(false)
    }
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
    await isFocused(page, /^Login to Buy/)
    expect(troubles.all()).toEqual([])
  })

  it('says what the specification has it say, and leads to the providers in new windows', async () => {
    const { page } = await lookAt(`${running.address}/basketball`)
    const modal = await openModal(page)
    expect(await modal.getByRole('heading').innerText()).toMatch(/^welcome to fieldhouse\.$/i)
    expect(await modal.innerText()).toContain('Login to your WAX Blockchain account.')
    expect(await modal.getByRole('listitem').getByRole('button').allInnerTexts()).toEqual(
      WALLETS.map((wallet) => expect.stringMatching(new RegExp(`^${TITLES[wallet]}`, 'i'))),
    )
    const tooltip = modal.getByRole('tooltip').filter({ visible: true })
    const shown = ['Click to learn more about this wallet!']
    for (const wallet of WALLETS) {
      const icon = modal.getByRole('link', { name: `About ${TITLES[wallet]}` })
      expect(await icon.getAttribute('href')).toMatch(/^https:\/\//)
      expect(await icon.getAttribute('target')).toBe('_blank')
      await icon.hover()
      await expect.poll(() => tooltip.allInnerTexts()).toEqual(shown)
      // A pointer can go to it.
      const box = await tooltip.boundingBox()
      if (!box) throw new Error('the tooltip is not shown')
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 60 })
      expect(await tooltip.allInnerTexts()).toEqual(shown)
      await modal.getByRole('heading').hover()
      await expect.poll(() => tooltip.allInnerTexts()).toEqual([])
      await icon.focus()
      await expect.poll(() => tooltip.allInnerTexts()).toEqual(shown)
      await modal.getByRole('button', { name: 'Close' }).focus()
      await expect.poll(() => tooltip.allInnerTexts()).toEqual([])
    }
    expect(await modal.getByRole('link', { name: 'Create one!' }).getAttribute('href')).toBe(
      `${running.wallets.cloud}/`,
    )
    expect(await modal.getByRole('link', { name: 'Join our Discord.' }).getAttribute('href')).toMatch(/^https:/)
  })

  it('closes by its button, at the top right, and by a click outside', async () => {
    const { page } = await lookAt(`${running.address}/football`, { reducedMotion: 'reduce' })
    const modal = await openModal(page)
    const button = modal.getByRole('button', { name: 'Close' })
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const [panel, close] = await Promise.all([modal.boundingBox(), button.boundingBox()])
      if (!panel || !close) throw new Error('the modal and its button are not shown')
      expect(close.y - panel.y, `${width} pixels`).toBeLessThan(48)
      expect(panel.x + panel.width - (close.x + close.width), `${width} pixels`).toBeLessThan(48)
    }
    await button.click()
    await modal.waitFor({ state: 'detached' })
    await openModal(page)
    await page.mouse.click(5, 400)
    await modal.waitFor({ state: 'detached' })
    expect(await loginButton(page).isVisible()).toBe(true)
  })

  it('speaks Spanish, and so does what it says when a login fails', async () => {
    const { page } = await lookAt(`${running.address}/football`, { locale: 'es-ES' })
    await loginButton(page).click()
    const modal = page.getByRole('dialog', { name: /^Te damos la bienvenida a / })
    await modal.waitFor()
    expect(await modal.innerText()).toContain('Entra con tu cuenta de la blockchain de WAX.')
    await modal.getByRole('button', { name: 'Wombat Wallet' }).click()
    await expect.poll(() => alerts(page).innerText()).toMatch(/^Error: .*Wombat/)
    expect(await alerts(page).innerText()).toContain('app de Wombat')
  })
})

describe.each(WALLETS)('%s', (wallet) => {
  it('logs in, stays logged in, is known to another tab, and logs out everywhere', async () => {
    const { page, context, troubles } = await onlooker()
    const address = await openFor(running, page, wallet, '/football')
    await openModal(page)
    await confirmLogin[wallet](running, page, async () => {
      await choose(page, wallet)
      await loginModal(page).waitFor({ state: 'detached' })
    })
    await accountButton(page).waitFor()
    expect(await recordOf(page, wallet)).toEqual({ accountName: ACCOUNT, requestPermission: 'active', wallet })

    await page.reload()
    await accountButton(page).waitFor()

    const other = await context.newPage()
    await open(other, address)
    await accountButton(other).waitFor()
    await reloading(other, () => logOut(other))
    await loginButton(other).waitFor()
    for (const name of WALLETS) expect(await recordOf(other, name)).toBeNull()
    await loginButton(page).waitFor()
    expect(troubles.all()).toEqual([])
  })
})

it('the first generation of Wombat logs in, too', async () => {
  const { page, troubles } = await onlooker()
  await openFor(running, page, 'wombat', '/basketball', 1)
  await logIn(running, page, 'wombat')
  expect(await page.evaluate(() => ['scatter' in window, 'wallet' in window])).toEqual([true, false])
  expect(troubles.all()).toEqual([])
})

it('a login in one tab shows in another', async () => {
  await answerWith(running, 'cloud', 'sign')
  try {
    const { page, context } = await visitor()
    const other = await context.newPage()
    for (const tab of [page, other]) await open(tab, `${running.address}/basketball`)
    await openModal(page)
    await choose(page, 'wax')
    await accountButton(other).waitFor()
  } finally {
    await answerWith(running, 'cloud', 'ask')
  }
})
