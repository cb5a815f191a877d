import { readFile } from 'node:fs/promises'
import { type Browser, chromium as playwright } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from '../../../scripts/lib/chromium.mjs'
import { checkStyles } from '../src/check/styles.ts'

const attacks: { name: string; css: string }[] = JSON.parse(
  await readFile(new URL('../testdata/style-attacks/attacks.json', import.meta.url), 'utf8'),
)

/** A page with the parts that are not an edition's, which use what an attack could take over. */
const PAGE = `<!doctype html><html><head><style>
:root { --ink: rgb(1, 2, 3) }
@keyframes shell-pulse { from, to { text-indent: 0 } }
.shell-abc123 { color: var(--ink); animation: shell-pulse 9s infinite; font-family: Archivo }
</style></head><body>
<div id="fh-header"><header class="shell-abc123">Header</header></div>
<main id="fh-main"><div class="football-a1"><p class="football-a2">Football</p></div></main>
<div id="fh-footer"><footer class="shell-abc123">Footer</footer></div>
<div id="fh-overlay"><dialog open class="shell-abc123">Modal</dialog></div>
</body></html>`

let browser: Browser

beforeAll(async () => {
  browser = await playwright.launch({ ...(await chromium()), headless: true })
}, 60_000)
afterAll(() => browser?.close())

/** Every computed style of what is not the edition's, and the faces that the page has, with a sheet of the edition in it. */
async function shown(sheet: string): Promise<string> {
  const page = await browser.newPage()
  try {
    await page.setContent(PAGE)
    return await page.evaluate(async (css) => {
      const style = document.createElement('style')
      style.textContent = css
      document.head.append(style)
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      const parts = document.querySelectorAll(
        '#fh-header, #fh-header *, #fh-footer, #fh-footer *, #fh-overlay, #fh-overlay *',
      )
      const styles = [...parts].map((part) => {
        const computed = getComputedStyle(part)
        return [...computed].map((name) => `${name}: ${computed.getPropertyValue(name)}`).join('; ')
      })
      return JSON.stringify([styles, [...document.fonts].map(({ family }) => family)])
    }, sheet)
  } finally {
    await page.close()
  }
}

/** What the build lets into a release: a sheet of which it has nothing to say, else nothing. */
const admitted = (css: string) =>
  checkStyles('football', [{ path: 'mount.css', content: Buffer.from(css), map: undefined }]).length === 0 ? css : ''

describe("an edition's style sheet changes no computed style of header, footer or modal:", () => {
  let untouched: string

  beforeAll(async () => {
    untouched = await shown('')
  })

  it.each(attacks)('$name', async ({ css }) => {
    // Unchecked it would: else the attack would show nothing.
    expect(await shown(css)).not.toBe(untouched)
    expect(await shown(admitted(css))).toBe(untouched)
  })

  it('one of its own, which is taken', async () => {
    const own = '.football-a1 { color: red; --ink: red; & p { color: var(--ink) } }'
    expect(admitted(own)).toBe(own)
    expect(await shown(own)).toBe(untouched)
  })
})
