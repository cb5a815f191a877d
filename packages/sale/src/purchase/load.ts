import { warmUp } from '@fieldhouse/wallet-login'

/** What comes with the form's chunk. */
export type FormsModule = typeof import('./PurchaseForms')

/** Fetches the form's chunk, once: a first page has none of it. The next call tries again when it could not be had. */
export const loadForms = (): Promise<FormsModule> => import(/* webpackChunkName: "purchase" */ './PurchaseForms')

/** Fetches what a press of the button needs: the form, and the login modal and wallets' code behind `transact`. */
export const warmUpPurchase = (): void => {
  warmUp()
  loadForms().catch(() => {})
}
