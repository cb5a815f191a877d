import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Has Node keep what it makes of the sources of packages, where it does by default for who asks for it: each file of tests has
 * a process of its own, which else compiles vitest, jsdom or Playwright anew.
 */
export function keepCompiled() {
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
}
