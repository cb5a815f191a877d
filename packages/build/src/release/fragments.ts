import type { Language, ReleaseFrame, ReleaseManifest, ReleaseRoute, ReleaseStorey, When } from '@fieldhouse/contract'
import type { PrerenderedRelease } from '@fieldhouse/edition-kit/prerender'
import type { Drawn } from '../pictures/pictures.ts'
import { withoutRulesOf } from './page-sheets.ts'

type ByLanguage = Record<Language, string>

/** The files of the prerendered markup by path, and what `release.json` says about them. */
export interface Fragments {
  files: Map<string, Buffer>
  routes: ReleaseRoute[]
  frame: ReleaseFrame | undefined
  storey: ReleaseStorey | undefined
  partials: ReleaseManifest['partials']
}

/**
 * Lays the prerendered markup out as files: `fragments/<root>/<route or look>.<language>.html`.
 *
 * @param scriptsOf what a page of these islands is about to load
 * @param noteOn what the host is told of an island beside its markup, as an attribute
 * @param pictures what shared links show, by the path of their route
 * @param sheetOf the style sheet of some markup alone
 * @param haveSheets whether pages have one of their own
 */
export function layOutFragments(
  written: PrerenderedRelease,
  scriptsOf: (islands: Record<string, When>) => string[],
  noteOn: (island: string) => string,
  pictures: ReadonlyMap<string, Drawn>,
  sheetOf: (markup: ByLanguage) => string,
  haveSheets: boolean,
): Fragments {
  const files = new Map<string, Buffer>()
  const put = (name: string, markup: ByLanguage): ByLanguage => {
    const paths = {} as ByLanguage
    for (const [language, plain] of Object.entries(markup) as [Language, string][]) {
      const text = plain.replaceAll(/ data-island="([^"]+)"/g, (place, name: string) => `${place} ${noteOn(name)}`)
      const path = `fragments/${name}.${language}.html`
      if (files.has(path)) throw new Error(`writing ${path}: two fragments have this name`)
      refuseStyleAttribute(path, text)
      files.set(path, Buffer.from(text))
      paths[language] = path
    }
    return paths
  }
  const putPicture = (name: string, drawn: Record<Language, Buffer>): ByLanguage => {
    const paths = {} as ByLanguage
    for (const [language, picture] of Object.entries(drawn) as [Language, Buffer][]) {
      paths[language] = `pictures/${name}.${language}.png`
      files.set(paths[language], picture)
    }
    return paths
  }
  const putSheet = (path: string, sheet: string): string => {
    files.set(path, Buffer.from(sheet))
    return path
  }
  const picturesOf = (route: string): Pick<ReleaseRoute, 'picture' | 'packPictures'> => {
    const drawn = pictures.get(route)
    if (!drawn) return {}
    const name = fileName(route)
    const packs = Object.entries(drawn.packs).map(([kind, pack]) => [kind, putPicture(`${name}.${kind}`, pack)])
    const picture = putPicture(name, drawn.picture)
    return { picture, ...(packs.length > 0 && { packPictures: Object.fromEntries(packs) }) }
  }
  const putStorey = ({ floor, painted, ...words }: NonNullable<PrerenderedRelease['storey']>): ReleaseStorey => {
    const sheet = sheetOf(painted)
    return {
      ...words,
      floor: put('floor', floor),
      painted: put('painted', painted),
      sheet: putSheet('storey/colors.css', sheet),
      floorSheet: putSheet('storey/floor.css', withoutRulesOf(sheetOf(floor), sheet)),
    }
  }
  const storey = written.storey && putStorey(written.storey)
  const routes = written.routes.map(({ main, islands, picture: _, packPictures: __, ...route }) => ({
    ...route,
    scripts: scriptsOf(islands),
    ...picturesOf(route.path),
    fragment: put(`main/${fileName(route.path)}`, main),
    // What is painted stands in the footer.
    ...(haveSheets && {
      sheet: putSheet(`styles/${fileName(route.path)}.css`, sheetOf(joined(main, written.storey?.painted))),
    }),
  }))
  const frame = written.frame && {
    header: byLook(written.frame.header, (look, markup) => put(`header/${look}`, markup)),
    footer: byLook(written.frame.footer, (look, markup) => put(`footer/${look}`, markup)),
    notFound: put('not-found', written.frame.notFound),
    notFoundTitle: written.frame.notFoundTitle,
  }
  for (const [list, variants] of Object.entries(written.partials)) {
    for (const [variant, markup] of Object.entries(variants)) {
      for (const [language, text] of Object.entries(markup))
        refuseStyleAttribute(`partial ${list} ${variant} ${language}`, text)
    }
  }
  return { files, routes, frame, storey, partials: written.partials }
}

const joined = (one: ByLanguage, other?: ByLanguage): ByLanguage =>
  other ? { en: one.en + other.en, es: one.es + other.es } : one

function byLook(
  markup: ReleaseFrame['header'],
  put: (look: string, markup: ByLanguage) => ByLanguage,
): ReleaseFrame['header'] {
  return Object.fromEntries(Object.entries(markup).map(([look, texts]) => [look, put(look, texts)]))
}

/** `/rugby/blog/:slug` is `rugby/blog/~slug`, `/` is `home`. With its slashes: `/rugby/blog-faq` and `/rugby/blog/faq` are two. */
function fileName(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll(':', '~')
}

/** `style-src 'self'` refuses style attributes in markup, and the page would jump when the script sets them. */
function refuseStyleAttribute(subject: string, markup: string): void {
  const found = /<[a-zA-Z][^<>]*\sstyle="[^"]*"/.exec(markup)
  if (found)
    throw new Error(
      `prerendering ${subject}: a style attribute, which the page's CSP refuses: ${found[0].slice(0, 160)}; use a class`,
    )
}
