import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The app that is the first script of every page: it has no pages, and provides what the others share. */
export const HOST = 'host'

/** The app with header, footer and the paths that no edition has. */
export const SHELL = 'shell'

/** An app's `fieldhouse.config.mjs`: `export default { edition: 'golf' }`. */
export interface AppConfig {
  /** `host`, `shell`, or the first segment of its pages' addresses: the container's name. */
  edition: string
  /** Fonts worth preloading, by the beginning of their file name. @default [] */
  preloadFonts?: string[]
  /** Versions of shared libraries that the app runs with, by their names, where the preset's are too wide for it. @default {} */
  ranges?: Record<string, string>
  /** Greatest brotli size of the scripts of a first page that come from this release, bytes. The build fails above it. */
  scriptBudget?: number
}

/** An app that is about to be built. */
export interface App extends AppConfig {
  /** The app's folder, absolute. */
  folder: string
  /** Semantic version from its `package.json`. */
  version: string
}

/** `development` bundles React's development build, for tests that assert no hydration warning; it is never shipped. */
export type Mode = 'production' | 'development'

/**
 * Reads the app in a folder.
 *
 * @throws Error when a file is missing or the edition's name is not one the gateway can route to.
 */
export async function readApp(folder: string): Promise<App> {
  const configFile = join(folder, 'fieldhouse.config.mjs')
  const { default: config } = (await import(pathToFileURL(configFile).href).catch((cause) => {
    throw new Error(`reading ${configFile}: an app needs this file with its edition's name`, { cause })
  })) as { default?: AppConfig }
  if (!config || !/^[a-z][a-z0-9]{1,31}$/.test(config.edition)) {
    throw new Error(
      `reading ${configFile}: edition is ${JSON.stringify(config?.edition)}, want 2 to 32 lower case letters and digits`,
    )
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version?: string }
  if (!version) throw new Error(`reading ${join(folder, 'package.json')}: no version`)
  return { ...config, folder, version }
}
