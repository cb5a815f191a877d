import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { SharedLibrary } from '@fieldhouse/contract'

/** What webpack itself compares versions of shared modules with; it has no types. */
const { parseRange, satisfy } = createRequire(import.meta.url)('webpack/lib/util/semver') as {
  parseRange: (range: string) => unknown
  satisfy: (range: unknown, version: string) => boolean
}

/**
 * What the host provides once and no remote carries, with the versions that a remote runs with. One by one: sharing by the
 * prefix `react/` loses the singleton. `apps/host/src/shared.ts` imports each, and the host's build fails without one.
 *
 * The ranges are written by hand and wide on purpose: a remote runs with every host of the same major version, whichever is
 * shipped first. Who uses what a minor version brought raises the range's beginning (React's is `useEffectEvent`, that of
 * the wallets `walletOf`, that of texts the form of round millions).
 */
const SHARED_RANGES = {
  react: '^19.2.0',
  'react/jsx-runtime': '^19.2.0',
  'react-dom': '^19.2.0',
  'react-dom/client': '^19.2.0',
  i18next: '^27.0.0',
  'react-i18next': '^18.0.0',
  '@fieldhouse/i18n': '^1.7.0',
  '@fieldhouse/chain-data': '^1.0.0',
  '@fieldhouse/wallet-login': '^1.5.0',
  '@module-federation/webpack-bundler-runtime': '^2.9.0',
} as const

/**
 * The part of the federation runtime that knows webpack: what runs a container. Each asks for it, in `release.json`; it comes
 * before there is anything to ask, so the host puts it where the container's entry looks.
 */
export const BUNDLER_RUNTIME = '@module-federation/webpack-bundler-runtime'

export const SHARED_NAMES = Object.keys(SHARED_RANGES) as (keyof typeof SHARED_RANGES)[]

/** The only names that remotes can import from a library of which the host provides a part (`apps/host/src/shared.ts`, `webpack/host.ts`). */
export const PARTLY_SHARED: Record<string, readonly string[]> = {
  i18next: ['createInstance', 'keyFromSelector'],
  'react-i18next': ['I18nContext', 'I18nextProvider', 'initReactI18next', 'useTranslation'],
}

/**
 * The shared libraries as an app that is built in `folder` sees them.
 *
 * @param ranges the app's own instead of these, such as a narrower one
 * @throws Error naming the library that is not installed there, that is not shared, or whose range leaves out what is installed
 */
export function sharedLibraries(folder: string, ranges: Record<string, string> = {}): SharedLibrary[] {
  const unknown = Object.keys(ranges).find((name) => !(name in SHARED_RANGES))
  if (unknown !== undefined) {
    throw new Error(
      `reading the ranges of ${folder}: the host does not share ${unknown}, but ${SHARED_NAMES.join(', ')}`,
    )
  }
  return SHARED_NAMES.map((name) => {
    // The runtime is of the plugin that writes the container, which an app does not name.
    const version = name === BUNDLER_RUNTIME ? federationVersion() : installedVersion(packageName(name), folder)
    const range = ranges[name] ?? SHARED_RANGES[name]
    if (!satisfy(parseRange(range), version)) {
      throw new Error(
        name in ranges
          ? `${join(folder, 'fieldhouse.config.mjs')}: \`ranges\` has ${name} ${range}, which leaves out ${version}, the version that is installed: accept both, such as '^${version} || ${range}', or install one that the range has`
          : `${folder}: the host shares ${name} ${range}, and ${version} is installed: npm install ${packageName(name)}@${range}, or accept it by \`ranges\` in fieldhouse.config.mjs`,
      )
    }
    return { name, version, range }
  })
}

/** Of module federation, whose packages are of one version. */
export const federationVersion = (): string => installedVersion('@module-federation/enhanced', import.meta.dirname)

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
