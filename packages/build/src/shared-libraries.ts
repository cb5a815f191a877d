import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { SharedLibrary } from '@fieldhouse/contract'

/**
 * What the host provides once and no remote carries. One by one: sharing by the prefix `react/` loses the singleton.
 * `packages/host/src/shared.ts` imports each.
 */
export const SHARED_NAMES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'i18next',
  'react-i18next',
  '@fieldhouse/i18n',
  '@fieldhouse/chain-data',
  '@fieldhouse/wallet-login',
] as const

/** The only names that remotes can import from a library of which the host provides a part (`packages/host/src/shared.ts`). */
export const PARTLY_SHARED: Record<string, readonly string[]> = {
  'react-i18next': ['I18nContext', 'I18nextProvider', 'initReactI18next', 'useTranslation'],
}

/**
 * The shared libraries as an app that is built in `folder` sees them.
 *
 * @throws Error naming the library that is not installed there.
 */
export function sharedLibraries(folder: string): SharedLibrary[] {
  return SHARED_NAMES.map((name) => {
    const version = installedVersion(packageName(name), folder)
    return { name, version, range: `^${version}` }
  })
}

/** `react-dom/client` belongs to the package `react-dom`, `@fieldhouse/i18n` to itself. */
function packageName(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

/** The version of the package that `folder` resolves. Its `package.json` is found by walking up: `exports` may hide it. */
export function installedVersion(name: string, folder: string): string {
  const require = createRequire(join(folder, 'package.json'))
  for (const modules of require.resolve.paths(name) ?? []) {
    try {
      return (JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as { version: string }).version
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && (error as NodeJS.ErrnoException).code !== 'ENOTDIR')
        throw error
    }
  }
  throw new Error(
    `reading the version of ${name}: not installed for ${dirname(join(folder, 'package.json'))}; run npm ci`,
  )
}
