/** The roots of a page with what follows each (docs/edition-contract.md, "A page"). */
const ROOTS = [
  { id: 'fh-header', close: '</div>', next: 'id="fh-main"' },
  { id: 'fh-main', close: '</main>', next: 'id="fh-footer"' },
  { id: 'fh-footer', close: '</div>', next: 'id="fh-overlay"' },
]

/**
 * The page with nothing in its roots: what a browser gets from a server that does not render.
 * @throws Error when it is no page of the gateway
 */
export function emptyFragments(html) {
  let page = html
  for (const { id, close, next } of ROOTS) {
    const start = page.indexOf('>', page.indexOf(`id="${id}"`)) + 1
    const end = page.lastIndexOf(close, page.indexOf(next))
    if (!page.includes(`id="${id}"`) || !page.includes(next) || end < start)
      throw new Error(`emptying the fragments: the page has no ${id} before ${next}`)
    page = page.slice(0, start) + page.slice(end)
  }
  return page
}

/**
 * The policy without Trusted Types. Emptied roots are built anew by React, which writes `innerHTML` then; the shipped pages
 * never do that.
 */
export const withoutTrustedTypes = (policy) =>
  policy
    .split(';')
    .filter((directive) => !/^\s*(require-trusted-types-for|trusted-types)(\s|$)/.test(directive))
    .join(';')
