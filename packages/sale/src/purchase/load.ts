import { warmUp } from '@fieldhouse/wallet-login'

/** What comes with the slip's chunk. */
export type SlipModule = typeof import('./Slip')

/** Fetches the slip's chunk, once: a first page has none of it. The next call tries again when it could not be had. */
export const loadSlip = (): Promise<SlipModule> => import(/* webpackChunkName: "purchase" */ './Slip')

/** Fetches what a press of the button needs: the slip, and the login modal and wallets' code behind `transact`. */
export const warmUpPurchase = (): void => {
  warmUp()
  loadSlip().catch(() => {})
}
