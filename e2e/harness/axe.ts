import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string | null
  help: string
  nodes: { target: unknown; failureSummary?: string }[]
}

/**
 * What axe finds wrong with a page as it is now, of whatever impact, a line of text each. The page's policy refuses a script
 * from outside, so its visitor needs `bypassCSP`.
 *
 * @param within a selector of the part to look at
 */
export async function axe(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (selector) => {
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
