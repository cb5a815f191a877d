import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../config.ts'

/** The modules of an app that are found by their names: what collects them needs no line for each. */
const NAMES = {
  /** A page is a room: `src/pages/<name>/page.tsx`. */
  page: 'pages\\/[^/]+\\/page',
  /** The shell's header and footer. */
  frame: 'frame',
  /** An island: `islands/<Name>.tsx`, in `src` or in a page's folder; what has no capital stands beside it. */
  island: '(pages\\/[^/]+\\/)?islands\\/[A-Z]\\w*',
  /** What an edition has like all others. */
  edition: 'edition',
  /** The markup of list items. */
  partials: 'partials',
  /** What a shared link shows of a page. */
  picture: 'picture',
}

/** The name of the chunk that holds an island, of which webpack makes the names of its files. */
export const chunkOfIsland = (name: string): string => `island-${name.replaceAll('/', '-')}-tsx`

/** An expression whose value is a function that loads an island by its name, each from a chunk of its own. */
export const islandsOf = (): string => `((context) => async (name) =>
  (await context('./' + name + '.tsx'))[name.split('/').at(-1)])(
  import.meta.webpackContext('./src', { regExp: /^\\.\\/(${NAMES.island})\\.tsx$/, mode: 'lazy', chunkName: 'island-[request]' })
)`

/** An expression whose value is what an app's modules export, by file. A watching build sees a new one. */
export function modulesOf(...kinds: (keyof typeof NAMES)[]): string {
  const names = kinds.map((kind) => NAMES[kind]).join('|')
  return `((context) => Object.fromEntries(context.keys().map((file) => ['src' + file.slice(1), context(file)])))(
  import.meta.webpackContext('./src', { regExp: /^\\.\\/(${names})\\.tsx?$/ })
)`
}

const OVERRIDES = './src/overrides.ts'

/** The import that runs what an app changes of the packages' texts, before anything else of it; nothing where it changes none. */
export const overridesOf = ({ folder }: App): string =>
  existsSync(join(folder, OVERRIDES)) ? `import '${OVERRIDES}'\n` : ''
