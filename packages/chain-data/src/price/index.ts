export { depositFor, isPartnerOpen, type Purchase } from './deposit'
export { parseWax, writeWax } from './wax'
