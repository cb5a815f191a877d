/// <reference types="@fieldhouse/design/css-modules" />

export { BoughtPacks } from './BoughtPacks'
export { OpenPacks } from './OpenPacks'
