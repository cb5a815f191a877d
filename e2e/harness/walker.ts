import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { open, visitor } from './browser'
import type { Case, Kind, Step, Truth } from './cases'
import { recordFor } from './logging-in'
import { WITHIN_SECONDS } from './purchase'
import type { Site } from './site'
import { answerBy, type Told, World } from './world'

/** Says that the chain has it. */
const YOURS = /\b(is|are) yours\b|signed and on the chain|your pack is open\b|packs? collected\b/i
/** Says that it does not, and never will. */
const NOTHING = new RegExp(
  [
    'nothing was paid|did not go through|moved on without it|nothing is lost|was not opened|nothing was collected',
    'you paid nothing|never sent',
  ].join('|'),
  'i',
)

const isUntrue: Record<Truth, (words: string) => boolean> = {
  has: (words) => NOTHING.test(words),
  may: (words) => NOTHING.test(words) || YOURS.test(words),
  never: (words) => YOURS.test(words),
}

/** Where cases are told. */
interface Place {
  path: (dropId: string) => string
  /** What tells them, beside the messages. */
  view: string
}

export const PLACES: Record<Kind | 'any page', Place> = {
  purchase: { path: (dropId) => `/football/drops/${dropId}`, view: '[data-slip]' },
  opening: { path: () => '/football/my-cards', view: 'dialog[open]' },
  claims: { path: () => '/football/claims', view: '[data-island="islands/Tickets"]' },
  'any page': { path: () => '/football/faq', view: '' },
}

const MESSAGES = 'section[aria-label="Messages"]'

interface Heard {
  said: Set<string>
  now: () => string[]
}

/** Keeps every text that the page tells. */
const listen = (page: Page, view: string) =>
  page.evaluate((view) => {
    const said = new Set<string>()
    const now = () =>
      [...document.querySelectorAll<HTMLElement>(view)].flatMap((element) => {
        const texts: string[] = []
        const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        while (nodes.nextNode()) texts.push(nodes.currentNode.nodeValue ?? '')
        return texts
      })
    const note = () => {
      for (const text of now()) said.add(text)
    }
    Object.assign(window, { told: { said, now } satisfies Heard })
    new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true })
  }, [view, MESSAGES].filter(Boolean).join(', '))

/** The texts that are told now. */
const toldNow = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { told: Heard }).told.now())

const plain = (texts: string[]) => texts.join(' ').replace(/\s+/g, ' ').toLowerCase()

/** A page that cases are walked on, and a tab beside it that is nothing but the storage. */
export class Walker {
  private world!: World
  private before: string[] = []

  private constructor(
    private readonly place: Place,
    private readonly address: string,
    private readonly context: BrowserContext,
    private readonly page: Page,
    private readonly tab: Page,
  ) {}

  static async start(running: Site, place: Place, dropId: string, first: () => World): Promise<Walker> {
    // Nothing is drawn that nobody looks at.
    const { page, context } = await visitor({ reducedMotion: 'reduce', viewport: { width: 400, height: 600 } })
    let walker: Walker | null = null
    await answerBy(context, () => walker?.world ?? first())
    const tab = await context.newPage()
    await tab.goto(`${running.address}/robots.txt`)
    const address = running.address + place.path(dropId)
    walker = new Walker(place, address, context, page, tab)
    await walker.load()
    return walker
  }

  /** What is wrong with a case; empty for nothing. */
  async walk({ left, past, tabs, isLoaded, steps }: Case, kind: Kind, about: Told): Promise<string[]> {
    await this.leave()
    this.world?.release()
    const world = new World(about, Date.now(), past === undefined ? {} : { past })
    this.world = world
    const wrong: string[] = []
    const kept = world.kept(left)
    const isStaged = kind !== 'purchase' && this.place.view !== ''
    if (isStaged) {
      await this.store({}, about.account)
      await this.enter(kind)
    }
    const [first] = steps
    if (first) {
      world.change(first)
      await this.act(first, kind)
    }
    if (isLoaded) {
      // No page is there that would act on it before.
      await this.page.goto(this.tab.url())
      await this.store(kept, about.account)
      await this.load()
    } else {
      await this.clear()
      await this.hear()
      await this.store(kept, about.account)
    }
    const second = tabs ? await this.context.newPage() : null
    try {
      if (second) {
        await open(second, this.address)
        await second.keyboard.press('Shift')
        await listen(second, this.place.view)
      }
      for (const [index, step] of steps.entries()) {
        if (index > 0) {
          await this.hear()
          world.change(step)
          await this.act(step, kind)
        }
        for (const page of second ? [this.page, second] : [this.page]) wrong.push(...(await this.check(page, step)))
      }
      if (left === "a newer release's") {
        const now = await this.tab.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), Object.keys(kept))
        if (now.join() !== Object.values(kept).join()) wrong.push('what a newer release has kept was changed')
      }
      const bytes = await this.tab.evaluate(() =>
        Object.entries(localStorage).filter(
          ([key, text]) =>
            key.startsWith('fieldhouse.record.') &&
            /"state":"(final|refused|absent)"/.test(text) &&
            !/"packed":"","signatures":\[\]|"signed":null/.test(text),
        ),
      )
      if (bytes.length > 0) wrong.push(`signed bytes are kept past the end: ${bytes}`)
    } finally {
      await second?.close()
      if (isStaged) await this.page.keyboard.press('Escape')
      // There is room again.
      if (steps.some(({ act }) => act === 'storage is full')) await this.load()
    }
    return [...wrong, ...world.wrongs]
  }

  /** Waits for what a step tells. */
  private async check(page: Page, { chain, after = {}, told, stored }: Step): Promise<string[]> {
    const wrong: string[] = []
    const { asked } = this.world
    const isThere = async () => {
      const now = plain(await toldNow(page))
      const missing = told.filter((words) => !now.includes(plain([words])))
      const few = Object.entries(after).filter(([name, count]) => asked[name as keyof typeof asked] < count)
      const state = stored && (await this.states())
      return [
        ...missing,
        ...few.map(([name]) => `${name}: ${JSON.stringify(asked)}`),
        state === stored ? '' : state,
      ].filter(Boolean)
    }
    const timeout = WITHIN_SECONDS
    await expect
      .poll(isThere, { timeout, interval: 150 })
      .toEqual([])
      .catch(async (error: Error) => {
        wrong.push(
          `not told: ${await isThere().catch(() => error.message)}; told is: ${plain(await toldNow(page)).slice(0, 700)}`,
        )
      })
    const said = await page.evaluate(() => [...(window as unknown as { told: Heard }).told.said])
    const now = await toldNow(page)
    const isNew = (line: string) => now.includes(line) || !this.before.includes(line)
    const untrue = said.filter((line) => isNew(line) && isUntrue[chain](line))
    if (untrue.length > 0) wrong.push(`untrue: ${untrue.join(' / ')}`)
    return wrong
  }

  private async load(): Promise<void> {
    await open(this.page, this.address)
    // Somebody is there.
    await this.page.keyboard.press('Shift')
    await listen(this.page, this.place.view)
  }

  /** No message of before stands there. */
  private clear = () =>
    this.page.evaluate(() => {
      for (const close of document.querySelectorAll<HTMLElement>('[data-kind] > button')) close.click()
    })

  /** From here on it counts what is told. */
  private async hear(): Promise<void> {
    this.before = await toldNow(this.page)
    await this.page.evaluate(() => (window as unknown as { told: Heard }).told.said.clear())
  }

  private states = () =>
    this.tab.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('fieldhouse.record.'))
        .map(([, text]) => JSON.parse(text).value.state)
        .join(),
    )

  /** What another tab writes into the storage, in the place of what it has of purchases. */
  private async store(kept: Record<string, string>, account: string): Promise<void> {
    await this.tab.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('fieldhouse.')) localStorage.removeItem(key)
    })
    await this.put({ ...kept, ...Object.fromEntries([recordFor(account)]) })
  }

  private put = (kept: Record<string, string>): Promise<void> =>
    this.tab.evaluate((kept) => {
      for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text)
    }, kept)

  /** Nobody is logged in, and the page has heard of it: what it sends from here on is of the next world. */
  private async leave(): Promise<void> {
    await this.page.evaluate(() => {
      const left = new Promise<void>((resolve) => {
        addEventListener('storage', ({ key, newValue }) => {
          if (key === 'Anchor' && newValue?.includes('nobody.wam')) resolve()
        })
      })
      Object.assign(window, { left: () => left })
    })
    await this.store({}, 'nobody.wam')
    await this.page.evaluate(() => (window as unknown as { left: () => Promise<void> }).left())
  }

  /** To where it was opened, or collected. */
  private async enter(kind: Kind): Promise<void> {
    if (kind === 'opening') {
      await this.page.getByRole('button', { name: /^Open it: / }).click()
      await this.page.locator('dialog[open] h2').waitFor()
    } else {
      // The window of who was logged in before has the same button.
      const { account } = this.world.about
      const own = this.page.locator('form', { hasText: `from ${account}.` })
      await own.getByRole('button', { name: 'Collect 3 packs' }).waitFor()
    }
  }

  private async act({ act }: Step, kind: Kind): Promise<void> {
    const { account } = this.world.about
    if (act === 'bob logs in') await this.put(Object.fromEntries([recordFor('bob.wam')]))
    if (act === 'alice logs in') await this.put(Object.fromEntries([recordFor(account)]))
    if (act === 'Anchor signs') await this.world.sign()
    if (act === 'another tab settles') await this.put(this.world.settled())
    if (act === 'opens again') {
      await this.page.keyboard.press('Escape')
      await this.page.locator('dialog[open]').waitFor({ state: 'detached' })
      await this.enter(kind)
    }
    if (act === 'storage is full') {
      await this.page.evaluate(() => {
        const setItem = Storage.prototype.setItem
        Storage.prototype.setItem = function (key, text) {
          if (key.startsWith('fieldhouse.record.')) throw new DOMException('full', 'QuotaExceededError')
          setItem.call(this, key, text)
        }
      })
    }
  }
}
