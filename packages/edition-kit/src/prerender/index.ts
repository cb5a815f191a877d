export { definedTexts } from '@fieldhouse/i18n'
export type { CardSheet } from './card-sheet'
export { markedSettings } from './marked-settings'
export { type PrerenderedRelease, type PrerenderedRoute, prerenderRelease } from './prerender-release'
