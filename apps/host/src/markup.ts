/** The page's Trusted Types policy, as its CSP names it: nothing else makes markup of text. */
const POLICY = 'fieldhouse'

interface Policies {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string },
  ) => { createHTML: (text: string) => string }
}

let policy: { createHTML: (text: string) => string } | undefined

/**
 * What the gateway composed for the head, `<main>` or the footer, as nodes. A script in it stays dead: markup that is
 * parsed apart from a page never runs (HTML, "fragment parsing algorithm"), whatever becomes of its nodes.
 */
export function parseMarkup(document: Document, markup: string): DocumentFragment {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  policy ??= trustedTypes?.createPolicy(POLICY, { createHTML: (text) => text }) ?? { createHTML: (text) => text }
  const template = document.createElement('template')
  template.innerHTML = policy.createHTML(markup)
  return template.content
}
