import type { AllowedScripts } from './allowed-scripts'

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
