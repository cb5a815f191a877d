// Anchor and Wombat get whole transactions that are packed here. Their chunks hang on this one, which has the library that
// packs (65 kB gzip): a chunk leaves out what the chunk before it has, so there is one copy of it.

export { makeTransaction } from './transaction/make-transaction'

export const anchor = () => import(/* webpackChunkName: "wallet-anchor" */ './anchor/anchor')
export const wombat = () => import(/* webpackChunkName: "wallet-wombat" */ './wombat/wombat')
