import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A window's width, its theme and its language. */
export type Sight = readonly [width: number, theme: 'dark' | 'light', language: 'en' | 'es']

const THEMES = ['dark', 'light'] as const
const LANGUAGES = ['en', 'es'] as const

/** How a page or a state is looked at: in the two ways that differ most, in the whole soak in every one. */
export const sights: readonly Sight[] = process.env.FIELDHOUSE_SOAK
  ? THEMES.flatMap((theme) =>
      LANGUAGES.flatMap((language) => [360, 768, 1440].map((width): Sight => [width, theme, language])),
    )
  : [
      [360, 'dark', 'en'],
      [1440, 'light', 'es'],
    ]

/** The policy of a page refuses a script from outside; axe is no part of the page. */
export const looking = (options: BrowserContextOptions): BrowserContextOptions => ({
  bypassCSP: true,
  reducedMotion: 'reduce',
  ...options,
})

/** A visitor's window as it is looked at. */
export const windowOf = ([width, colorScheme]: Sight): BrowserContextOptions =>
  looking({ colorScheme, viewport: { width, height: 900 } })

interface Violation {
  id: string
  impact: string | null
  help: string
  nodes: { target: unknown; failureSummary?: string }[]
}

/**
 * What axe finds wrong with a page as it is now, of whatever impact, a line of text each. Its visitor is one
 * of `looking`. The page is looked at from its top: axe takes what lies below the bar, which stays while the page
 * scrolls, for what covers it.
 *
 * @param within a selector of the part to look at
 */
export async function axe(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (selector) => {
    scrollTo(0, 0)
    const { axe } = window as unknown as {
      axe: { run: (context: string, options: object) => Promise<{ violations: Violation[] }> }
    }
    const { violations } = await axe.run(selector, {
      resultTypes: ['violations'],
      // Of WCAG 2.2, and not looked at unless it is asked for.
      rules: { 'target-size': { enabled: true } },
    })
    return violations.map(
      ({ id, impact, help, nodes }) =>
        `${id} (${impact}): ${help}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`,
    )
  }, within)
}
