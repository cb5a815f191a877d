/** What the service worker keeps, and what it and the pages say to each other. */

/** Where the gateway has the worker (`plugins/paths`). */
export const WORKER = '/_worker.js'

/** The cache of the files that kept documents name. */
export const FILES = 'fieldhouse-files'

/** How many documents are kept: those that were read last. Their files are some 3 MB for each edition. */
export const MOST_PAGES = 20

/** What a page says to the worker, once it is idle and when it is left. */
export interface Shown {
  path: string
  title: string
  /** Of its releases, by edition. */
  lineup: Record<string, string>
  /** Addresses of files that it has loaded. */
  files: string[]
  /** Whether the document came with this path and no query, so that the browser still has it. */
  isLoaded: boolean
}

/** What the worker answers when the page was one that is kept. */
export interface ServedKept {
  /** When it was composed, epoch milliseconds. */
  keptAt: number
}

/** The files that a document names: what its head loads, and the scripts of its islands. */
export function filesIn(markup: string): string[] {
  const loaded = markup.replace(/<script type="importmap".*?<\/script>/s, '')
  const files = new Set(loaded.match(/\/_r\/[\w./-]+\.\w+/g))
  const edition = /"edition":"(\w+)"/.exec(loaded)?.[1] ?? ''
  for (const [, names = ''] of loaded.matchAll(/ data-scripts="([^"]*)"/g)) {
    for (const name of names.split(' ')) if (name) files.add(`/_r/${edition}/${name}`)
  }
  return [...files]
}
