/// <reference path="./css-modules.d.ts" />

export { DropPanel, type DropPanelProps, type ShownDrop } from './drops/DropPanel'
export { DROP_VARIANTS, type DropFields, type DropVariant } from './drops/fields'
export { dropPartials } from './drops/partials'
export { PackSale, type PackSaleProps } from './pack-sale/PackSale'
