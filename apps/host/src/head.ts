import type { Look, PageInfo } from '@fieldhouse/contract'
import { WORKER } from './offline/kept'

/** The page's Trusted Types policy, as its CSP names it: nothing else makes markup of text. */
const POLICY = 'fieldhouse'

const RULES = {
  createHTML: (text: string) => text,
  // The one script that is loaded by its address alone.
  createScriptURL: (_: string) => WORKER,
}

interface Policies {
  createPolicy: (name: string, rules: typeof RULES) => typeof RULES
}

let policy: typeof RULES | undefined

function policyOfPage(): typeof RULES {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  policy ??= trustedTypes?.createPolicy(POLICY, RULES) ?? RULES
  return policy
}

/** The address of the service worker, as something that the page's policy lets run. */
export const workerAddress = (): string => policyOfPage().createScriptURL(WORKER)

/**
 * What the gateway composed for the head, `<main>` or the footer, as nodes. A script in it stays dead: markup that is
 * parsed apart from a page never runs (HTML, "fragment parsing algorithm"), whatever becomes of its nodes.
 */
export function parseMarkup(document: Document, markup: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = policyOfPage().createHTML(markup)
  return template.content
}

/** What a head says of its page: addresses, description, social card, structured data (docs/edition-contract.md, "A page"). */
const OF_THE_PAGE = [
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name="twitter:card"]',
  'meta[property]',
  'link[rel="canonical"]',
  'link[rel="alternate"]',
  'script[type="application/ld+json"]',
].join()

/**
 * Makes title, what the head says, and colours those of the page, as a full load has them.
 *
 * @param head as the gateway composed it
 */
export function showHead(document: Document, page: PageInfo, head: string): void {
  document.title = page.title
  document.documentElement.lang = page.language
  for (const old of document.head.querySelectorAll(OF_THE_PAGE)) old.remove()
  document.head.append(parseMarkup(document, head))
  if (page.header) {
    for (const id of ['fh-header', 'fh-main']) setFloor(document.getElementById(id), page.header)
    setFloor(document.documentElement, page.header)
  }
  if (page.footer) setFloor(document.getElementById('fh-footer'), page.footer)
}

function setFloor(element: HTMLElement | null, look: Look): void {
  if (element) element.dataset.floor = look
}
