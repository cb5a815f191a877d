/// <reference path="./css-modules.d.ts" />

export { dropPartials } from './drops/partials'
export { PackSale, type PackSaleProps } from './pack-sale/PackSale'
