import { within } from '@fieldhouse/chain-data'

/** How long a style sheet may take, milliseconds. */
const STYLE_TIMEOUT = 10_000

/** The sheets that are on their way. */
const coming = new WeakMap<Element, Promise<void>>()

/**
 * Adds the style sheets that the page does not have yet and waits for them, so that nothing shows unstyled.
 *
 * @throws Error naming the sheet that could not be loaded in time
 */
export async function loadStyles(document: Document, addresses: readonly string[]): Promise<void> {
  await Promise.all(
    addresses.map((address) => {
      const there = findStyles(document, address)
      return there ? coming.get(there) : load(document, address)
    }),
  )
}

function load(document: Document, address: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true })
    link.addEventListener(
      'error',
      () => reject(new Error(`loading the style sheet ${address}: the browser refused it`)),
      {
        once: true,
      },
    )
  })
  document.head.append(link)
  const inTime = within(STYLE_TIMEOUT, loaded, `loading the style sheet ${address}`).catch((error) => {
    link.remove()
    throw error
  })
  coming.set(link, inTime)
  return inTime
}

/** A sheet stands in the page itself, with its address beside it, or is linked. */
export function findStyles(document: Document, address: string): Element | undefined {
  const absolute = (written: string | null) => new URL(written ?? '', document.baseURI).href
  const wanted = absolute(address)
  return [...document.querySelectorAll('style[data-href], link[rel="stylesheet"]')].find(
    (sheet) => absolute(sheet.getAttribute('data-href') ?? sheet.getAttribute('href')) === wanted,
  )
}
