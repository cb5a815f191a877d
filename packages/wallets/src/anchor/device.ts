/** What of a browser decides how a wallet comes back to it. */
export interface Device {
  userAgent: string
  /** Brave does not name itself in its user agent. */
  isBrave: boolean
}

/** This browser. */
export const thisDevice = (): Device => ({
  userAgent: navigator.userAgent,
  isBrave: typeof (navigator as { brave?: { isBrave?: unknown } }).brave?.isBrave === 'function',
})

export const isAppleHandheld = ({ userAgent }: Device): boolean => /iP(ad|od|hone)/i.test(userAgent)

/** Browsers that end a page's sockets when it opens another program's address. */
export const endsSockets = ({ userAgent, isBrave }: Device): boolean => isBrave || /Firefox/i.test(userAgent)

/** Browsers on Apple's handhelds other than Safari: they would open a new tab, so the wallet only brings them to the front. */
const APPLE: readonly (readonly [(device: Device) => boolean, address: string])[] = [
  [({ userAgent }) => /CriOS/.test(userAgent), 'googlechrome://'],
  // Anchor looks for this very spelling.
  [({ userAgent }) => /FxiOS/.test(userAgent), 'firefox:://'],
  [({ isBrave }) => isBrave, 'brave://'],
]

/** Android's browsers by package. The first that fits counts: several call themselves Chrome. */
const ANDROID: readonly (readonly [(device: Device) => boolean, address: string])[] = [
  [({ userAgent }) => /Firefox/i.test(userAgent), 'android-intent://org.mozilla.firefox'],
  [({ userAgent }) => /Edg/.test(userAgent), 'android-intent://com.microsoft.emmx'],
  [({ userAgent }) => /OPR|Opera/.test(userAgent), 'android-intent://com.opera.browser'],
  [({ isBrave }) => isBrave, 'android-intent://com.brave.browser'],
  [({ userAgent }) => /\bwv\b/.test(userAgent), 'android-intent://webview'],
  [({ userAgent }) => /Chrome\/[.\d]* Mobile/i.test(userAgent), 'android-intent://com.android.chrome'],
]

const FRAGMENT_LENGTH = 8

/** The `return_path` of a request: where a wallet on the same device goes back to this page without loading it again. */
export function returnPath(device: Device, page: string): string {
  if (isAppleHandheld(device)) {
    const [, browser] = APPLE.find(([fits]) => fits(device)) ?? []
    // Safari goes back to the open tab only when the fragment is one that it has not seen.
    return browser ?? `${page.split('#')[0]}#${randomFragment()}`
  }
  if (/Android/.test(device.userAgent)) {
    const [, browser] = ANDROID.find(([fits]) => fits(device)) ?? []
    return browser ?? page
  }
  return page
}

const randomFragment = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(FRAGMENT_LENGTH)), (byte) => (byte % 36).toString(36)).join('')

/** Leaves for another program's address, such as an `esr:` one. */
export type Launch = (address: string) => void

/** Schemes by which an address would do something to this page or read something, instead of opening a wallet. */
const REFUSED = /^(javascript|data|blob|vbscript|file|about|filesystem|view-source|http|ws|wss|ftp):/i

/** Whether an address that a wallet gave may be opened: a wallet's own scheme, or https. */
export function isLaunchable(address: unknown): address is string {
  return (
    typeof address === 'string' &&
    /^[a-z][a-z\d+.-]*:/i.test(address) &&
    !REFUSED.test(address) &&
    URL.canParse(address.replace('%s', ''))
  )
}

/**
 * Opens wallets from this page. Firefox and Brave end the page's sockets when it navigates to another program, and with
 * them the one that waits for the answer, unless a frame goes there first.
 *
 * @param go navigates the page
 */
export function createLaunch(device: Device, go: (address: string) => void = navigate): Launch {
  return (address) => {
    // The page's policy lets nothing else into a frame.
    if (endsSockets(device) && address.startsWith('esr:')) keepAlive(address)
    go(address)
  }
}

const navigate = (address: string) => {
  location.href = address
}

const LAUNCH_FRAME = 'fh-wallet-launch'

function keepAlive(address: string): void {
  const frame = document.getElementById(LAUNCH_FRAME) ?? document.body.appendChild(document.createElement('iframe'))
  frame.id = LAUNCH_FRAME
  frame.hidden = true
  frame.title = 'Anchor'
  frame.setAttribute('src', address)
}
