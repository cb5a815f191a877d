/** The modules of an app that are found by their names: what collects them needs no line for each. */
const NAMES = {
  /** A page is a room: `src/pages/<name>/page.tsx`. */
  page: 'pages\\/[^/]+\\/page',
  /** The shell's header and footer. */
  frame: 'frame',
  /** The markup of list items. */
  partials: 'partials',
}

/** An expression whose value is what an app's modules export, by file. A watching build sees a new one. */
export function modulesOf(...kinds: (keyof typeof NAMES)[]): string {
  const names = kinds.map((kind) => NAMES[kind]).join('|')
  return `((context) => Object.fromEntries(context.keys().map((file) => ['src' + file.slice(1), context(file)])))(
  import.meta.webpackContext('./src', { regExp: /^\\.\\/(${names})\\.tsx?$/ })
)`
}
