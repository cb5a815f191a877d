import type {
  Language,
  NavEntry,
  PageInfo,
  ReleaseFrame,
  ReleaseManifest,
  ReleaseRoute,
  ReleaseStorey,
  When,
} from '@fieldhouse/contract'
import { LANGUAGES } from '@fieldhouse/contract'
import type { ComponentType, ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { IslandsContext, type Placed, placeOf } from '../island/Island'
import { itemMarks } from '../mount/marks'
import type { RootComponent, RootProps } from '../mount/root'
import { RootFrame } from '../mount/root'
import type { App, AppStorey, Partial, PictureProps } from '../page/collect-app'
import { type Page, pictureTitle, titleOf } from '../page/define-page'
import { menuOf, PagesContext } from '../page/menu'
import { type CardSheet, cardSheetOf } from './card-sheet'
import { markedSettings } from './marked-settings'

/** The prefixes of `useId`, the header's the same in the browser (docs/edition-contract.md, "A page"). */
const IDENTIFIER_PREFIX: Record<'header' | 'footer', string> = { header: 'h-', footer: 'f-' }

type ByLanguage = Record<Language, string>

/** A route as `release.json` has it, with its main's markup and islands in the place of their files. */
export type PrerenderedRoute = Omit<ReleaseRoute, 'fragment' | 'scripts' | 'picture' | 'packPictures'> & {
  main: ByLanguage
  /** Its islands by name. */
  islands: Record<string, When>
  /** What a shared link shows, an SVG. */
  picture?: ByLanguage
  /** The same of a drop's page by the kind of its packs, of those that it draws otherwise. */
  packPictures?: Record<string, ByLanguage>
}

/** What a release says of an app, and all its prerendered markup. */
export interface PrerenderedRelease {
  routes: PrerenderedRoute[]
  navigation: NavEntry[]
  /** Header, footer and the page of unknown paths as markup, in the place of their files. */
  frame?: ReleaseFrame
  partials: ReleaseManifest['partials']
  /** Its floors as markup, in the place of their files. */
  storey?: Omit<ReleaseStorey, 'sheet' | 'floorSheet'>
  /** What pictures of links to its cards are put together of. */
  cardSheet?: CardSheet
}

/**
 * Writes every fragment and partial of an app. `packages/build` runs it at build.
 *
 * @throws Error naming the route, root or partial that could not be rendered; the first one.
 */
export async function prerenderRelease(app: App): Promise<PrerenderedRelease> {
  const routes: PrerenderedRoute[] = []
  for (const page of app.pages) {
    const { path, item, look, footer = look, data = [], description, shows, noindex } = page
    const title = await byLanguage((language) => titleOf(page, language))
    const used = new Map<string, When>()
    const main = await byLanguage((language) => mainOf(app, page.Main, routePage(app, page, language), used))
    const islands = Object.fromEntries(used)
    const of = { ...(item && { item }), ...(shows && { shows }), ...(noindex && { noindex }) }
    const pictures = app.Picture && (await picturesOf(app, page))
    routes.push({ path, ...of, header: look, footer, data: [...data], title, description, main, islands, ...pictures })
  }
  const partials: PrerenderedRelease['partials'] = {}
  for (const [list, variants] of Object.entries(app.partials)) {
    const written: Record<string, ByLanguage> = {}
    for (const [variant, partial] of Object.entries(variants)) {
      written[variant] = await byLanguage((language) => item(app, `${list} ${variant}`, partial, language))
    }
    partials[list] = written
  }
  const { frame, notFound } = app
  if (!frame !== !notFound)
    throw new Error(`prerendering ${app.edition}: src/frame and a page whose path is null go together`)
  const navigation = menuOf(app.pages)
  const { cardPictures } = app
  // The identifiers of a drawing are its own also where several stand in one picture.
  const cardSheet =
    cardPictures &&
    cardSheetOf(cardPictures, (drawing, language) =>
      renderToStaticMarkup(framed(rootProps(sharedPage(app, language)), drawing), { identifierPrefix: '{ID}' }),
    )
  const storey = app.storey && (await storeyOf(app, app.storey))
  const written = { routes, navigation, partials, ...(cardSheet && { cardSheet }), ...(storey && { storey }) }
  if (!frame || !notFound) return written
  const around = async (part: 'header' | 'footer') => ({
    default: await byLanguage((language) => fragment(app, part, frame[part], sharedPage(app, language))),
  })
  return {
    ...written,
    frame: {
      notFoundTitle: await byLanguage((language) => titleOf(notFound, language)),
      header: await around('header'),
      footer: await around('footer'),
      notFound: await byLanguage((language) =>
        mainOf(app, notFound.Main, { ...sharedPage(app, language), status: 404, title: titleOf(notFound, language) }),
      ),
    },
  }
}

async function storeyOf(app: App, { Floor, Painted, sport, ground }: AppStorey): Promise<PrerenderedRelease['storey']> {
  const write = (what: string, still: ReactElement) =>
    byLanguage((language) => {
      const page = sharedPage(app, language)
      // Floors of several editions stand in one page.
      return markupOf(`${what} of ${app.edition}`, framed(rootProps(page), still), page, `${app.edition}-`)
    })
  return {
    floor: await write('floor', <Floor {...itemMarks('number')} />),
    painted: await write('painted floor', <Painted />),
    sport,
    ground,
  }
}

const fragment = (app: App, part: 'header' | 'footer', Component: RootComponent, page: PageInfo): Promise<string> => {
  const props = rootProps(page)
  return markupOf(`${part} of ${app.edition}`, framed(props, <Component {...props} />), page, IDENTIFIER_PREFIX[part])
}

/** When islands are loaded, the soonest last: of one that a page has twice that counts. */
const SOONER: readonly When[] = ['intent', 'sight', 'idle']

/**
 * A page: markup that is never script, and in it its islands, each written as the root that it will be.
 *
 * @param used told of the islands
 */
async function mainOf(app: App, Main: ComponentType, page: PageInfo, used = new Map<string, When>()): Promise<string> {
  const placed: Placed[] = []
  const find = (of: ComponentType<never> | string) => {
    const found = [...app.islands].find(([Component, name]) => Component === of || name === `islands/${of}`)
    if (found) return { name: found[1], Component: found[0] }
    throw new Error(
      typeof of === 'string'
        ? `placing an island: a standard page has ${of}, and there is no src/islands/${of}.tsx`
        : 'placing an island: its component is in no file of its name below src/islands or src/pages/<name>/islands',
    )
  }
  const root = rootProps(page)
  const still = (
    <PagesContext value={app.pages}>
      <IslandsContext value={{ find, placed }}>
        <Main />
      </IslandsContext>
    </PagesContext>
  )
  let markup = await markupOf(`main of ${app.edition}`, framed(root, still), page, 'm-')
  for (const [index, { name, Component, when, props, prefix }] of placed.entries()) {
    const element = framed(root, <Component {...(props as object)} />)
    const island = await markupOf(`${name} of ${app.edition}`, element, page, prefix)
    markup = markup.replace(placeOf(index), () => island)
    if (SOONER.indexOf(when) > SOONER.indexOf(used.get(name) as When)) used.set(name, when)
  }
  return markup
}

/** The kinds of pack that a drop can have. */
const PACKS = ['1', '2', '3', '4', '5'].flatMap((least) => ['0', '1', '2', '3'].map((print) => ({ least, print })))

async function picturesOf(app: App, page: Page): Promise<Pick<PrerenderedRoute, 'picture' | 'packPictures'>> {
  const picture = await byLanguage((language) => pictureOf(app, page, language))
  if (page.item !== 'drops') return { picture }
  const packPictures: Record<string, ByLanguage> = {}
  for (const pack of PACKS) {
    const drawn = await byLanguage((language) => pictureOf(app, page, language, pack))
    if (LANGUAGES.some((language) => drawn[language] !== picture[language]))
      packPictures[`${pack.least}-${pack.print}`] = drawn
  }
  return { picture, ...(Object.keys(packPictures).length > 0 && { packPictures }) }
}

function pictureOf(app: App, page: Page, language: Language, pack?: PictureProps['pack']): string {
  const { Picture } = app
  if (!Picture) return ''
  try {
    const drawn = (
      <PagesContext value={app.pages}>
        <Picture page={page} title={pictureTitle(page, app.pages, language)} pack={pack} />
      </PagesContext>
    )
    return renderToStaticMarkup(framed(rootProps(routePage(app, page, language)), drawn))
  } catch (error) {
    throw new Error(`drawing the picture of ${page.path}, ${language}`, { cause: error })
  }
}

async function markupOf(
  what: string,
  element: ReactElement,
  page: PageInfo,
  identifierPrefix: string,
): Promise<string> {
  const subject = `prerendering ${what}, route ${page.route}, ${page.language}`
  const errors: unknown[] = []
  const { prelude } = await prerender(element, {
    identifierPrefix,
    // Also what a Suspense boundary would hide: nothing half rendered is shipped.
    onError: (error) => void errors.push(error),
  }).catch((cause) => {
    throw new Error(subject, { cause })
  })
  const markup = await new Response(prelude).text()
  if (errors.length > 0) throw new Error(subject, { cause: errors[0] })
  return withoutPreloads(markup)
}

/** React writes preloads of images before a fragment. The head is the gateway's, and a list item's would repeat. */
function withoutPreloads(markup: string): string {
  return markup.replace(/^(?:<link rel="preload"[^>]*>)+/, '')
}

/**
 * An item is written with `renderToString`, not as static markup: it keeps the comments between neighbouring texts that
 * hydration looks for.
 */
function item(app: App, subject: string, partial: Partial, language: Language): string {
  const Item = partial
  try {
    return withoutPreloads(renderToString(framed(rootProps(sharedPage(app, language)), <Item />)))
  } catch (error) {
    throw new Error(`prerendering partial ${subject} of ${app.edition}, ${language}`, { cause: error })
  }
}

function framed(root: RootProps, children: ReactElement): ReactElement {
  return (
    <RootFrame root={root} prerendering>
      {children}
    </RootFrame>
  )
}

function rootProps(page: PageInfo): RootProps {
  return { page, settings: markedSettings(), base: '@release/', navigate: () => {}, report: () => {} }
}

function routePage(app: App, page: Page, language: Language): PageInfo {
  return {
    ...sharedPage(app, language),
    path: page.path,
    route: page.path,
    header: page.look,
    footer: page.footer ?? page.look,
    title: titleOf(page, language),
    description: page.description[language],
  }
}

/** The page of what several routes share: without a path, so that nothing can depend on one. */
function sharedPage(app: App, language: Language): PageInfo {
  return {
    path: '',
    route: null,
    status: 200,
    language,
    edition: app.edition,
    header: 'default',
    footer: 'default',
    title: '',
    description: '',
    lineup: {},
    signedLineup: '',
    time: 0,
  }
}

async function byLanguage(write: (language: Language) => string | Promise<string>): Promise<ByLanguage> {
  const written = {} as ByLanguage
  for (const language of LANGUAGES) written[language] = await write(language)
  return written
}
