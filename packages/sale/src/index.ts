/// <reference path="./css-modules.d.ts" />

export { dropPartials } from './drops/partials'
export { PackSale } from './pack-sale/PackSale'
