export { remember } from '../stored'
export { deck, look } from './edition'
export { type Assets, assetRow, openedRow, packRow, saleRow, serve } from './served'
