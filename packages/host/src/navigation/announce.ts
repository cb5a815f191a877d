import type { PageInfo } from '@fieldhouse/contract'

/**
 * Tells who cannot see it that the page has changed: focus goes to the new heading, and the title is said. Without it a
 * screen reader stays on a link that is no longer there (WCAG 2.2, 2.4.3).
 */
export function createAnnouncer(document: Document): (page: PageInfo) => void {
  const said = document.createElement('div')
  said.className = 'fh-announcer'
  said.setAttribute('role', 'status')
  document.body.append(said)
  return (page) => {
    said.textContent = page.title
    const heading = document.querySelector<HTMLElement>('#fh-main h1')
    heading?.setAttribute('tabindex', '-1')
    const target = heading ?? document.getElementById('fh-main')
    target?.focus({ preventScroll: true })
  }
}
