/// <reference types="@fieldhouse/design/css-modules" />

export type { StandardEdition, StandardTexts } from './edition'
export { LEARN_MORE } from './edition'
export { standardPages } from './standard-pages'
