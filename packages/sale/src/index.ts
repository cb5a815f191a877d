/// <reference types="@fieldhouse/design/css-modules" />

export { DropPage } from './drop-page/DropPage'
export { DropSale } from './drop-page/DropSale'
export { dropPartials } from './drops/partials'
export { dropTexts } from './drops/texts'
export { Inside } from './inside/Inside'
export { Odds } from './odds/Odds'
export { PackSale } from './pack-sale/PackSale'
export { SaleSection } from './pack-sale/SaleSection'
export type { BoughtProps } from './purchase/use-slip'
