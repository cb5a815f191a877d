import type { Locator, Page } from 'playwright-core'

/** The box of packs on sale, by the name that it has for a screen reader. */
export const panel = (page: Page): Locator => page.getByRole('region', { name: /^(Packs on sale|Sobres a la venta)$/ })

/** The drops in it, as the gateway writes them and as React does. */
export const drops = (page: Page): Locator => panel(page).locator('article')
