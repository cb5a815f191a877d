import type { PageInfo, SiteSettings, Snapshot } from '@fieldhouse/contract'

/** What the gateway wrote into the page as JSON. */
export interface PageData {
  page: PageInfo
  settings: SiteSettings
  snapshot: Snapshot
}

/** @throws Error naming the element that is missing or not JSON */
export function readPageData(document: Document): PageData {
  return {
    page: readJson<PageInfo>(document, 'fh-page'),
    settings: readJson<SiteSettings>(document, 'fh-settings'),
    snapshot: readJson<Snapshot>(document, 'fh-snapshot'),
  }
}

function readJson<Value>(document: Document, id: string): Value {
  const text = document.getElementById(id)?.textContent
  if (!text) throw new Error(`reading #${id}: the page has no such element, or it is empty`)
  try {
    return JSON.parse(text) as Value
  } catch (cause) {
    throw new Error(`reading #${id}: not JSON`, { cause })
  }
}
