import type { Language, Look, PageInfo, RootName } from '@fieldhouse/contract'
import { LANGUAGES } from '@fieldhouse/contract'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import type { RootProps } from '../mount/root'
import { RootFrame } from '../mount/root-frame'
import type { PrerenderDefinition, RouteDefinition } from './definition'
import { markedSettings } from './marked-settings'

/** The prefixes of `useId`, the same in the browser (docs/edition-contract.md, "A page"). */
const IDENTIFIER_PREFIX: Record<RootName, string> = { header: 'h-', main: 'm-', footer: 'f-' }

const LOOKS = ['default', 'football', 'basketball'] as const satisfies Look[]

type ByLanguage = Record<Language, string>

/** Every prerendered markup of a release. */
export interface PrerenderedRelease {
  /** Main by the route's path. */
  routes: Record<string, ByLanguage>
  frame?: {
    header: Record<Look, ByLanguage>
    footer: Record<Look, ByLanguage>
    notFound: ByLanguage
  }
  /** By list and variant. */
  partials: Record<string, Record<string, ByLanguage>>
}

/**
 * Writes every fragment and partial of an app. `packages/build` runs it at build.
 *
 * @throws Error naming the route, root or partial that could not be rendered; the first one.
 */
export async function prerenderRelease(release: PrerenderDefinition): Promise<PrerenderedRelease> {
  const routes: PrerenderedRelease['routes'] = {}
  for (const route of release.routes) {
    routes[route.path] = await byLanguage((language) => fragment(release, 'main', routePage(release, route, language)))
  }
  const partials: PrerenderedRelease['partials'] = {}
  for (const [list, variants] of Object.entries(release.partials)) {
    const written: Record<string, ByLanguage> = {}
    for (const [variant, partial] of Object.entries(variants)) {
      written[variant] = await byLanguage((language) => item(release, `${list} ${variant}`, partial, language))
    }
    partials[list] = written
  }
  return release.frame ? { routes, partials, frame: await frame(release) } : { routes, partials }
}

async function frame(release: PrerenderDefinition): Promise<NonNullable<PrerenderedRelease['frame']>> {
  const byLook = async (root: 'header' | 'footer') => {
    const looks = {} as Record<Look, ByLanguage>
    for (const look of LOOKS) {
      looks[look] = await byLanguage((language) =>
        fragment(release, root, { ...sharedPage(release, language), header: look, footer: look }),
      )
    }
    return looks
  }
  return {
    header: await byLook('header'),
    footer: await byLook('footer'),
    notFound: await byLanguage((language) =>
      fragment(release, 'main', {
        ...sharedPage(release, language),
        status: 404,
        title: release.notFound?.title[language] ?? '',
      }),
    ),
  }
}

async function fragment(release: PrerenderDefinition, root: RootName, page: PageInfo): Promise<string> {
  const Component = release.roots[root]
  const subject = `prerendering ${root} of ${release.edition}, route ${page.route}, ${page.language}`
  if (!Component) throw new Error(`${subject}: the app has no root ${root}`)
  const props = rootProps(page)
  const errors: unknown[] = []
  const { prelude } = await prerender(framed(props, <Component {...props} />), {
    identifierPrefix: IDENTIFIER_PREFIX[root],
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
function item(release: PrerenderDefinition, subject: string, partial: () => ReactElement, language: Language): string {
  const Item = partial
  try {
    return withoutPreloads(renderToString(framed(rootProps(sharedPage(release, language)), <Item />)))
  } catch (error) {
    throw new Error(`prerendering partial ${subject} of ${release.edition}, ${language}`, { cause: error })
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

function routePage(release: PrerenderDefinition, route: RouteDefinition, language: Language): PageInfo {
  return {
    ...sharedPage(release, language),
    path: route.path,
    route: route.path,
    header: route.header,
    footer: route.footer,
    title: route.title[language],
    description: route.description[language],
  }
}

/** The page of what several routes share: without a path, so that nothing can depend on one. */
function sharedPage(release: PrerenderDefinition, language: Language): PageInfo {
  return {
    path: '',
    route: null,
    status: 200,
    language,
    edition: release.edition,
    header: 'default',
    footer: 'default',
    title: '',
    description: '',
    lineup: {},
    time: 0,
  }
}

async function byLanguage(write: (language: Language) => string | Promise<string>): Promise<ByLanguage> {
  const written = {} as ByLanguage
  for (const language of LANGUAGES) written[language] = await write(language)
  return written
}
