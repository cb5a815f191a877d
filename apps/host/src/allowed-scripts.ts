/** The scripts that the browser checks before it runs them. */
export interface AllowedScripts {
  has: (address: string) => boolean
  /** What the map says of an address; undefined for none. */
  integrityOf: (address: string) => string | undefined
}

/**
 * The addresses that the page's import map lists with their integrity. Without a map, or with one the browser does not
 * apply, nothing is allowed: a script the map does not list would run unchecked.
 *
 * A map whose text the page's CSP does not know stands in the document and is not applied. So the map names itself in
 * `imports`, and `resolve` tells whether that name means anything.
 *
 * @param resolve `import.meta.resolve`
 * @param everything the development server's pages: releases come after the page
 */
export function allowedScripts(
  document: Document,
  resolve: (specifier: string) => string,
  everything: boolean,
): AllowedScripts {
  const none = () => undefined
  if (everything) return { has: () => true, integrityOf: none }
  const map = readImportMap(document)
  const base = document.baseURI
  for (const [name, address] of Object.entries(map.imports)) {
    if (!resolves(resolve, name, new URL(address, base).href)) return { has: () => false, integrityOf: none }
  }
  const listed = new Map(Object.entries(map.integrity).map(([address, hash]) => [new URL(address, base).href, hash]))
  const integrityOf = (address: string) => listed.get(new URL(address, base).href)
  return { has: (address) => integrityOf(address) !== undefined, integrityOf }
}

interface ImportMap {
  imports: Record<string, string>
  integrity: Record<string, string>
}

function readImportMap(document: Document): ImportMap {
  const text = document.querySelector('script[type="importmap"]')?.textContent
  const none: ImportMap = { imports: {}, integrity: {} }
  if (!text) return none
  try {
    return { ...none, ...(JSON.parse(text) as Partial<ImportMap>) }
  } catch {
    // The browser ignores a map it cannot read, and so allows nothing by it.
    return none
  }
}

function resolves(resolve: (specifier: string) => string, name: string, address: string): boolean {
  try {
    return resolve(name) === address
  } catch {
    return false
  }
}

/**
 * Fetches scripts ahead, all of them at once: what imports one another is there when its turn comes, and waits for the line
 * once and not for each. What the import map does not list is left alone.
 */
export function createPreload(
  document: Document,
  allowed: Pick<AllowedScripts, 'integrityOf'>,
): (addresses: readonly string[]) => void {
  const known = new Set<string>()
  return (addresses) => {
    for (const address of addresses) {
      const integrity = allowed.integrityOf(address)
      if (integrity === undefined || known.has(address)) continue
      known.add(address)
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = address
      link.integrity = integrity
      document.head.append(link)
    }
  }
}
