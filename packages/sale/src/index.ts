/// <reference types="@fieldhouse/design/css-modules" />

export { dropPartials } from './drops/partials'
export { PackSale } from './pack-sale/PackSale'
