import type { Site } from './site'

/** The pages below an address that a page links to, as it stands without script. */
export async function linked({ address }: Site, path: string, below: string): Promise<string[]> {
  const html = await (await fetch(address + path)).text()
  const hrefs = [...html.matchAll(/href="(\/[^"#]*)"/g)].map(([, href]) => href ?? '')
  return [...new Set(hrefs)].filter((href) => href.startsWith(below))
}
