/** All that the site knows of a wallet, besides the code that logs in and signs: that is fetched when it is needed. */
export interface WalletInfo {
  /** As a stored record has it (specification, section 3), and its folder here. */
  name: string
  /** Its own name (specification, section 2, Login modal). */
  title: string
  /** Its provider's site, where the site's settings name none. */
  site?: string
  /** The key of its record in the browser's storage. */
  record: string
  /** A sign-in leaves a cookie, named like the record, for so many milliseconds. @default none */
  cookieLifetime?: number
  /** How long it waits for its visitor to sign, in milliseconds. */
  patience: number
  /** How long a transaction holds that it signs, in seconds. */
  signatureLife: number
  /** Opens the window that it works in. Browsers allow it only in a click, before anything is awaited. @default it has none */
  openPopup?: () => Window | null
  /** It is a program that the page itself goes to, by an address such as `esr:`: to the browser that is leaving. @default false */
  leavesPage?: boolean
  /** It has dialogs of its own that say how a login or a transaction ended. @default false */
  tellsItself?: boolean
}
