import type { PageInfo } from '@fieldhouse/contract'

/**
 * Tells who cannot see it that the page has changed: focus goes to the element that the address names or to the new
 * heading, and the title is announced. Without it a screen reader stays on a link that is no longer there (WCAG 2.2, 2.4.3).
 * So does the focus go to main when what is pressed goes with the press, as a button that tries again, or a dialog that Escape
 * closes together with what opened it.
 */
export function createAnnouncer(document: Document): (page: PageInfo, named: HTMLElement | null) => void {
  const status = document.createElement('div')
  status.className = 'fh-announcer'
  status.setAttribute('role', 'status')
  document.body.append(status)
  for (const type of ['click', 'keydown']) {
    document.addEventListener(type, ({ target }) =>
      setTimeout(() => {
        if ((target as Node).isConnected || document.activeElement !== document.body) return
        document.getElementById('fh-main')?.focus({ preventScroll: true })
      }),
    )
  }
  return (page, named) => {
    status.textContent = page.title
    const target = named ?? document.querySelector<HTMLElement>('#fh-main h1') ?? document.getElementById('fh-main')
    // What takes the focus by itself, such as a link, stays in the tab order.
    if (target && target.tabIndex < 0) target.tabIndex = -1
    target?.focus({ preventScroll: true })
  }
}
