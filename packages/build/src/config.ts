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

const isText = (value: unknown): boolean => typeof value === 'string'

/** The form of each: no compiler looks at the file, and a name that is misspelt or a budget that is no number would hold for nothing. */
const SETTINGS: Record<keyof AppConfig, { form: string; fits: (value: unknown) => boolean }> = {
  edition: {
    form: '2 to 32 lower case letters and digits',
    fits: (value) => isText(value) && /^[a-z][a-z0-9]{1,31}$/.test(value as string),
  },
  preloadFonts: {
    form: 'a list of beginnings of file names',
    fits: (value) => Array.isArray(value) && value.every(isText),
  },
  ranges: {
    form: 'a range of versions for each library',
    fits: (value) => typeof value === 'object' && Object.values(value ?? []).every(isText),
  },
  scriptBudget: { form: 'a number of bytes', fits: (value) => Number.isSafeInteger(value) },
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
 * @throws Error when a file is missing, the edition's name is not one the gateway can route to, or a setting is none.
 */
export async function readApp(folder: string): Promise<App> {
  const configFile = join(folder, 'fieldhouse.config.mjs')
  const { default: config } = (await import(pathToFileURL(configFile).href).catch((cause) => {
    throw new Error(`reading ${configFile}: an app needs this file with its edition's name`, { cause })
  })) as { default?: AppConfig }
  if (!config?.edition) throw new Error(`reading ${configFile}: it exports no edition, want ${SETTINGS.edition.form}`)
  for (const [name, value] of Object.entries(config)) {
    const wanted = Object.hasOwn(SETTINGS, name) ? SETTINGS[name as keyof AppConfig] : undefined
    if (!wanted)
      throw new Error(`reading ${configFile}: it says ${name}, want ${Object.keys(SETTINGS).join(', ')} alone`)
    if (value !== undefined && !wanted.fits(value))
      throw new Error(`reading ${configFile}: ${name} is ${JSON.stringify(value)}, want ${wanted.form}`)
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version?: string }
  if (!version) throw new Error(`reading ${join(folder, 'package.json')}: no version`)
  return { ...config, folder, version }
}
