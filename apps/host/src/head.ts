import type { Look, PageInfo } from '@fieldhouse/contract'

/** Makes title, description, addresses and colours those of the page. The gateway writes the same for a full load. */
export function showHead(document: Document, page: PageInfo): void {
  document.title = page.title
  document.documentElement.lang = page.language
  document.querySelector('meta[name="description"]')?.setAttribute('content', page.description)
  for (const link of document.querySelectorAll<HTMLLinkElement>(
    'link[rel="canonical"], link[rel="alternate"][hreflang]',
  )) {
    const address = new URL(link.href, document.baseURI)
    address.pathname = page.path
    link.href = address.href
  }
  if (page.header) {
    for (const id of ['fh-header', 'fh-main']) setFloor(document.getElementById(id), page.header)
    setFloor(document.documentElement, page.header)
  }
  if (page.footer) setFloor(document.getElementById('fh-footer'), page.footer)
}

function setFloor(element: HTMLElement | null, look: Look): void {
  if (element) element.dataset.floor = look
}
