import { expect } from 'vitest'
import type { Site } from './site'

/** The pages below an address that a page links to, as it stands without script. */
export async function linked({ address }: Site, path: string, below: string): Promise<string[]> {
  let found: string[] = []
  // The site is ready before the chain and the feed have told what there is.
  await expect
    .poll(async () => {
      const html = await (await fetch(address + path)).text()
      const hrefs = [...html.matchAll(/href="(\/[^"#]*)"/g)].map(([, href]) => href ?? '')
      found = [...new Set(hrefs)].filter((href) => href.startsWith(below))
      return found.length
    })
    .toBeGreaterThan(0)
  return found
}
