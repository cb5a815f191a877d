export { definedTexts } from '@fieldhouse/i18n'
export type { Partial, PrerenderDefinition, RouteDefinition } from './definition'
export { markedSettings } from './marked-settings'
export { type PrerenderedRelease, prerenderRelease } from './prerender-release'
