import type { PageInfo, SiteSettings, Snapshot } from '@fieldhouse/contract'
import { escaped, scriptJson } from './escape.ts'
import type { LocalEdition, LocalPage } from './local.ts'

/** A page as the gateway composed it. */
export interface GatewayPage {
  html: string
  info: PageInfo
  settings: SiteSettings
  snapshot: Snapshot
}

/** An answer is no page of this contract. */
export class NoPage extends Error {}

/** Reads a page of the gateway. @throws NoPage saying what it lacks */
export function readPage(html: string): GatewayPage {
  const info = readBlock<PageInfo>(html, 'fh-page')
  const settings = readBlock<SiteSettings>(html, 'fh-settings')
  if (!isInfo(info) || !Array.isArray(settings.editions) || !Array.isArray(settings.navigation)) {
    throw new NoPage('its pages are of another contract: #fh-page or #fh-settings lacks what this one knows')
  }
  return { html, info, settings, snapshot: readBlock<Snapshot>(html, 'fh-snapshot') }
}

/** Reads an answer of `/_page`. @throws NoPage when it is none */
export function readInfo(json: string): PageInfo {
  let info: unknown
  try {
    info = JSON.parse(json)
  } catch {
    throw new NoPage('its /_page answers no JSON')
  }
  if (!isInfo(info)) throw new NoPage('its /_page is of another contract')
  return info
}

const isInfo = (info: unknown): info is PageInfo => {
  const { lineup, signedLineup, language, time } = Object(info)
  return (
    typeof lineup === 'object' &&
    typeof signedLineup === 'string' &&
    (language === 'en' || language === 'es') &&
    typeof time === 'number'
  )
}

/** A page's information with the local edition in its lineup, and the local page's where it shows one. */
export function localInfo<Info extends PageInfo>(info: Info, local: LocalEdition, shown: LocalPage | null): Info {
  const { reports: _, ...rest } = info
  return {
    ...rest,
    lineup: { ...info.lineup, [local.edition]: local.entry },
    // Scripts that come after the page are in no import map.
    dev: true,
    ...(shown && {
      path: shown.path,
      route: shown.route.path,
      status: 200,
      edition: local.edition,
      title: shown.title,
      description: shown.description,
    }),
  } as Info
}

/** An answer of `/_page` with the local edition. */
export function localAnswer(info: PageInfo, local: LocalEdition, shown: LocalPage | null): PageInfo {
  const answer = localInfo(info, local, shown)
  if (!shown) return answer
  const { main, snapshot } = shown
  return { ...answer, main, snapshot, head: withHead(info.head ?? '', shown) }
}

/**
 * A page with the local edition: in its lineup, and where it shows a local page in its head and main.
 *
 * @param settings the page's, as the browser is to read them
 * @throws NoPage when the gateway's page has no place for something
 */
export function localHtml(
  { html, info }: GatewayPage,
  settings: SiteSettings,
  local: LocalEdition,
  shown: LocalPage | null,
): string {
  let page = withBlock(html, 'fh-settings', settings)
  page = withBlock(page, 'fh-page', localInfo(info, local, shown))
  if (!shown) return page
  page = withBlock(page, 'fh-snapshot', shown.snapshot)
  page = within(page, /<main id="fh-main"[^>]*>/, '</main><div id="fh-footer"', shown.main)
  const head = page.indexOf('</head>')
  return withAssets(page.slice(0, head), local, shown) + page.slice(head)
}

/** A head whose styles, fonts and scripts of the edition are the local ones. */
function withAssets(head: string, local: LocalEdition, shown: LocalPage): string {
  const { base, styles } = local.entry
  const bare = head
    .replace(new RegExp(`<style data-href="${base}[^>]*>[\\s\\S]*?</style>`, 'g'), '')
    .replace(new RegExp(`<link [^>]*href="${base}[^>]*>`, 'g'), '')
  const fonts = local.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`)
  const sheets = styles.map((href) => `<link rel="stylesheet" href="${href}">`)
  const scripts = shown.route.scripts.map((path) => `<link rel="modulepreload" href="${base}${path}">`)
  const at = '<template id="fh-scripts">'
  if (!bare.includes(at)) throw new NoPage('its pages are of another contract: they have no #fh-scripts')
  const withLinks = bare.replace(at, () => [...fonts, ...sheets, at, ...scripts].join(''))
  return within(withHead(withLinks, shown), /<title>/, '</title>', escaped(shown.title))
}

/** What says in a head which page it is. The rest of it, the social card among it, stays the gateway's. */
function withHead(head: string, { description }: LocalPage): string {
  const meta = `<meta name="description" content="${escaped(description)}">`
  const there = /<meta name="description" content="[^"]*">/
  return there.test(head) ? head.replace(there, () => meta) : head + meta
}

const opening = (id: string): string => `<script type="application/json" id="${id}">`

function readBlock<Value>(html: string, id: string): Value {
  const at = html.lastIndexOf(opening(id))
  if (at < 0) throw new NoPage(`its page has no #${id}`)
  const from = at + opening(id).length
  try {
    return JSON.parse(html.slice(from, html.indexOf('</script>', from))) as Value
  } catch {
    throw new NoPage(`its page has a #${id} that is no JSON`)
  }
}

function withBlock(html: string, id: string, value: unknown): string {
  // What is written into main cannot have such a block: fragments hold no scripts.
  const from = html.lastIndexOf(opening(id)) + opening(id).length
  return html.slice(0, from) + scriptJson(value) + html.slice(html.indexOf('</script>', from))
}

/** Puts something between a beginning and the next end. */
function within(html: string, beginning: RegExp, end: string, inside: string): string {
  const found = beginning.exec(html)
  const from = found ? found.index + found[0].length : -1
  const to = html.indexOf(end, from)
  if (!found || to < 0) throw new NoPage(`its pages are of another contract: they have no ${beginning.source}`)
  return html.slice(0, from) + inside + html.slice(to)
}
