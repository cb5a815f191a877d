import { vi } from 'vitest'
import type { Site } from './site'

/** How long the chain and the feed may take to tell what there is, milliseconds: a site is ready before. */
const WITHIN = { timeout: 20_000, interval: 100 }

/** The pages below an address that a page links to, as it stands without script: at least one. */
export async function linked({ address }: Site, path: string, below: string): Promise<string[]> {
  return vi.waitUntil(async () => {
    const html = await (await fetch(address + path)).text()
    const hrefs = [...html.matchAll(/href="(\/[^"#]*)"/g)].map(([, href]) => href ?? '')
    const found = [...new Set(hrefs)].filter((href) => href.startsWith(below))
    return found.length > 0 && found
  }, WITHIN)
}
