import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReleaseManifest, When } from '@fieldhouse/contract'
import type { App as AppModules } from '@fieldhouse/edition-kit'
import type { PrerenderedRelease } from '@fieldhouse/edition-kit/prerender'
import type { Texts } from '@fieldhouse/i18n'
import type { Configuration, Stats } from 'webpack'
import { checkImports } from './check/imports.mjs'
import { checkLanguages } from './check/languages.ts'
import { unmappedPages } from './check/pages.ts'
import { checkStyles } from './check/styles.ts'
import { checkTypes } from './check/types.ts'
import { type App, HOST, type Mode, SHELL } from './config.ts'
import { cardPictures } from './pictures/cards.ts'
import { drawIcons } from './pictures/icons.ts'
import { drawPictures } from './pictures/pictures.ts'
import { sizeTable } from './release/budget.ts'
import { buildInfo } from './release/build-info.ts'
import type { Effort } from './release/compress.ts'
import { layOutFragments } from './release/fragments.ts'
import { contentHash } from './release/name.ts'
import { sheetOfPage } from './release/page-sheets.ts'
import { publicFiles } from './release/public-files.ts'
import { type MadeRelease, makeRelease, type WrittenRelease, writeRelease } from './release/write.ts'
import { federationVersion, sharedLibraries } from './shared-libraries.ts'
import { HOST_CHUNK, hostConfiguration, WORKER_CHUNK } from './webpack/host.ts'
import { chunkOfIsland } from './webpack/modules.ts'
import { prerenderConfiguration } from './webpack/prerender.ts'
import { MOUNT_CHUNK, remoteConfiguration } from './webpack/remote.ts'
import { compile, emittedFiles, fileOfChunk, filesOfChunk } from './webpack/run.ts'
import { consumedLibraries, providedLibraries } from './webpack/shared-records.ts'
import { shippedMap } from './webpack/source-maps.ts'
import { WALLETS_CHUNK, walletsConfiguration } from './webpack/wallets.ts'

/** The contract that this package builds for; the compiler checks it against the contract's own numbers. */
const CONTRACT: Pick<ReleaseManifest, 'contract' | 'minor'> = { contract: 2, minor: 11 }

/** The shell's public file that is the site's icon. */
const ICON = 'favicon.svg'

/** What pictures of links to cards are put together of. */
const CARD_PICTURES = 'pictures/cards.json'

/** The compilations of an app in the order that `assemble` expects their stats. */
export function configurations(app: App, mode: Mode): Configuration[] {
  const shared = sharedLibraries(app.folder, app.ranges)
  const output = workFolder(app, mode)
  if (app.edition === HOST) {
    return [
      hostConfiguration(app, mode, shared, join(output, 'host')),
      walletsConfiguration(app, mode, shared, join(output, 'wallets')),
    ]
  }
  return [
    remoteConfiguration(app, mode, shared, join(output, 'remote')),
    prerenderConfiguration(app, mode, join(output, 'prerender')),
  ]
}

/** Where an app's release is written: `dist`, or `dist-development` with React's development build. */
export const releaseFolder = (app: App, mode: Mode): string =>
  join(app.folder, mode === 'production' ? 'dist' : 'dist-development')

/**
 * Builds an app into its release folder, which is empty from the beginning on: a build that fails leaves nothing there.
 *
 * @throws Error as `make` does
 */
export async function build(app: App, mode: Mode): Promise<WrittenRelease> {
  const folder = releaseFolder(app, mode)
  await rm(folder, { recursive: true, force: true })
  return writeRelease(folder, await make(app, mode), buildInfo(app.folder))
}

/**
 * Compiles an app, checks its types, imports, languages and budget, and makes its release without writing it.
 *
 * @throws Error with a line for each thing that is wrong, and its file
 */
export async function make(app: App, mode: Mode): Promise<MadeRelease> {
  await rm(workFolder(app, mode), { recursive: true, force: true })
  const [compiled, types, imports] = await Promise.allSettled([
    compile(configurations(app, mode)),
    checkTypes(app.folder),
    checkImports(app.folder),
  ])
  // Of a source that cannot be read all three complain: once is enough.
  const stats = settledValue(compiled)
  refuse(app, [...settledValue(types), ...settledValue(imports)])
  const release = await assemble(app, mode, stats, mode === 'production' ? 'best' : 'quick')
  if (mode === 'production') {
    const { over, heavy } = sizeTable(app, release)
    refuse(app, [...over, ...heavy])
  }
  return release
}

function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** @throws Error with the lines, unless there is none */
export function refuse(app: App, lines: string[]): void {
  if (lines.length > 0) throw new Error(`building ${app.edition}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

/** Makes the release out of finished compilations. */
export async function assemble(app: App, mode: Mode, stats: Stats[], effort: Effort): Promise<MadeRelease> {
  const [first, second] = stats
  if (!first || !second) throw new Error(`building ${app.edition}: ${stats.length} compilations, want 2`)
  const { files, sheetMaps } = await filesOf(app, stats)
  return app.edition === HOST
    ? assembleHost(app, first, second, files, effort)
    : assembleApp(app, mode, first, second, files, sheetMaps, effort)
}

/** What compilations wrote for browsers, scripts with their source maps, and what is shipped as it is; the style sheets' maps apart. */
async function filesOf(app: App, stats: Stats[]): Promise<Record<'files' | 'sheetMaps', Map<string, Buffer>>> {
  const files = new Map<string, Buffer>()
  const sheetMaps = new Map<string, Buffer>()
  for (const part of stats) {
    for (const [path, content] of await emittedFiles(part)) {
      // Node's.
      if (/\.mjs(\.map)?$/.test(path)) continue
      if (path.endsWith('.css.map')) sheetMaps.set(path, content)
      else files.set(path, path.endsWith('.js.map') ? shippedMap(content) : content)
    }
  }
  for (const [path, content] of await publicFiles(app.folder)) files.set(path, content)
  return { files, sheetMaps }
}

function assembleHost(
  app: App,
  host: Stats,
  wallets: Stats,
  files: Map<string, Buffer>,
  effort: Effort,
): Promise<MadeRelease> {
  return makeRelease(
    files,
    {
      ...CONTRACT,
      edition: HOST,
      version: app.version,
      entry: fileOfChunk(host, HOST_CHUNK, '.js'),
      worker: fileOfChunk(host, WORKER_CHUNK, '.js'),
      provides: providedLibraries(host),
      imports: {
        'fieldhouse/wallets': fileOfChunk(wallets, WALLETS_CHUNK, '.js'),
        'fieldhouse/wallets.css': fileOfChunk(wallets, WALLETS_CHUNK, '.css'),
      },
      styles: filesOfChunk(host, HOST_CHUNK, '.css'),
    },
    effort,
  )
}

async function assembleApp(
  app: App,
  mode: Mode,
  remote: Stats,
  prerender: Stats,
  files: Map<string, Buffer>,
  sheetMaps: Map<string, Buffer>,
  effort: Effort,
): Promise<MadeRelease> {
  const styles = filesOfChunk(prerender, 'prerender', '.css')
  // The shell's are the page's: its tokens and plain elements, header and footer.
  if (app.edition !== SHELL) {
    const sheets = [...files].filter(([path]) => path.endsWith('.css'))
    const checked = sheets.map(([path, content]) => ({ path, content, map: sheetMaps.get(`${path}.map`) }))
    refuse(app, checkStyles(app.edition, checked))
  }
  const written = await prerenderWith(app, prerender)
  const entry = fileOfChunk(remote, app.edition, '.js')
  const mount = [entry, ...filesOfChunk(remote, MOUNT_CHUNK, '.js')]
  const fragments = layOutFragments(
    written,
    (islands) => scriptsOf(remote, mount, islands),
    mode === 'development'
      ? // By it the host keeps those that a change leaves alone.
        (island) => `data-code="${codeOf(remote, island)}"`
      : (island) => `data-scripts="${scriptsOfIsland(remote, island).join(' ')}"`,
    await drawPictures(app.folder, written, styleTexts(files), pictureCache(app)),
    (markup) => sheetOfPage(styles.map((path) => files.get(path)).join('\n'), app.edition, markup, written.partials),
    // A developer's sheets are replaced while a page is open, and one that stood in it would stay.
    mode === 'production' && app.edition !== SHELL,
  )
  for (const [path, content] of fragments.files) files.set(path, content)
  const { cardSheet } = written
  if (cardSheet) files.set(CARD_PICTURES, await cardPictures(app.folder, cardSheet, styleTexts(files)))
  const icon = app.edition === SHELL ? files.get(ICON) : undefined
  const icons = icon && mode === 'production' ? await drawIcons(icon, pictureCache(app)) : []
  for (const { path, content } of icons) files.set(path, content)
  return makeRelease(
    files,
    {
      ...CONTRACT,
      edition: app.edition,
      version: app.version,
      entry,
      mount: './mount',
      federation: federationVersion(),
      shared: consumedLibraries(remote, sharedLibraries(app.folder, app.ranges)),
      ...(icon && { icon: ICON }),
      ...(icons.length > 0 && { icons: icons.map(({ path, size, purpose }) => ({ path, size, purpose })) }),
      ...(cardSheet && { cardPictures: CARD_PICTURES }),
      preload: mount,
      styles,
      fonts: preloadedFonts(app, [...files.keys()]),
      routes: fragments.routes,
      navigation: written.navigation,
      ...(fragments.frame ? { frame: fragments.frame } : {}),
      ...(fragments.storey ? { storey: fragments.storey } : {}),
      partials: fragments.partials,
    },
    effort,
  )
}

/**
 * What a page of these islands is about to load: the code of those that wait for a sight or a pointer may never be asked for,
 * but at a sight it is to come at once, so what leads to it is there.
 */
function scriptsOf(remote: Stats, mount: string[], islands: Record<string, When>): string[] {
  const of = (when: When) => Object.keys(islands).filter((name) => islands[name] === when)
  const chunks = of('idle').flatMap((name) => filesOfChunk(remote, chunkOfIsland(name), '.js'))
  return chunks.length > 0 || of('sight').length > 0 ? [...mount, ...chunks] : []
}

/** What an island loads besides the entry, which is another one with each change of any island. */
function scriptsOfIsland(remote: Stats, island: string): string[] {
  const chunks = [MOUNT_CHUNK, chunkOfIsland(island)]
  return [...new Set(chunks.flatMap((chunk) => filesOfChunk(remote, chunk, '.js')))]
}

/** What an island's code is, with its lazy parts and what all islands stand on: another when any of it changes. */
function codeOf(remote: Stats, island: string): string {
  const named = chunkOfIsland(island)
  const own = [...remote.compilation.chunks].find(({ name }) => name === named)
  const lazy = [...(own?.getAllAsyncChunks() ?? [])].flatMap(({ files }) => [...files])
  const all = [...filesOfChunk(remote, MOUNT_CHUNK, '.js'), ...filesOfChunk(remote, named, '.js'), ...lazy.sort()]
  return contentHash(Buffer.from(all.join()))
}

async function prerenderWith(app: App, stats: Stats): Promise<PrerenderedRelease> {
  refuse(app, await unmappedPages(app.folder))
  const file = join(stats.compilation.outputOptions.path as string, 'prerender.mjs')
  // The hash makes the module another one after each build of a watching process.
  const built = (await import(`${pathToFileURL(file).href}?${stats.hash}`)) as {
    app: AppModules
    files: Map<object, string>
    texts: () => readonly Texts[]
    write: () => Promise<PrerenderedRelease>
  }
  if (Boolean(built.app.frame) !== (app.edition === SHELL)) {
    throw new Error(`prerendering ${app.edition}: the app named ${SHELL} has src/frame, and no other`)
  }
  const written = await built.write()
  refuse(app, checkLanguages(built.app, built.files, built.texts()))
  return written
}

const styleTexts = (files: Map<string, Buffer>): string[] =>
  [...files].filter(([path]) => path.endsWith('.css')).map(([, content]) => String(content))

function preloadedFonts(app: App, paths: string[]): string[] {
  return (app.preloadFonts ?? []).map((beginning) => {
    const found = paths.find((path) => path.endsWith('.woff2') && path.startsWith(beginning))
    if (!found)
      throw new Error(
        `building ${app.edition}: no font begins with ${beginning}, see preloadFonts in fieldhouse.config.mjs`,
      )
    return found
  })
}

/** Inside the app, so that Node resolves what the prerender leaves to it as the app would. */
function workFolder(app: App, mode: Mode): string {
  return join(app.folder, 'node_modules', '.cache', 'fieldhouse-build', mode)
}

/** What was drawn for earlier builds. */
const pictureCache = (app: App): string => join(app.folder, 'node_modules', '.cache', 'fieldhouse-build', 'pictures')
