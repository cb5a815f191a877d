/** This browser by its user agent, with the name of Brave, which that leaves out. */
const thisDevice = (): string => {
  const { userAgent, brave } = navigator as Navigator & { brave?: { isBrave?: unknown } }
  return typeof brave?.isBrave === 'function' ? `${userAgent} Brave` : userAgent
}

export const isAppleHandheld = (device = thisDevice()): boolean => /iP(ad|od|hone)/i.test(device)

/** Browsers that end a page's sockets when it opens another program's address. */
const ENDS_SOCKETS = /Firefox|Brave/i

type Browsers = readonly (readonly [name: RegExp, address: string])[]

/** Browsers on Apple's handhelds other than Safari: they would open a new tab, so the wallet only brings them to the front. */
const APPLE: Browsers = [
  [/CriOS/, 'googlechrome://'],
  // Anchor looks for this very spelling.
  [/FxiOS/, 'firefox:://'],
  [/Brave/, 'brave://'],
]

/** Android's browsers by package. The first that fits counts: several call themselves Chrome. */
const ANDROID: Browsers = [
  [/Firefox/i, 'android-intent://org.mozilla.firefox'],
  [/Edg/, 'android-intent://com.microsoft.emmx'],
  [/OPR|Opera/, 'android-intent://com.opera.browser'],
  [/Brave/, 'android-intent://com.brave.browser'],
  [/\bwv\b/, 'android-intent://webview'],
  [/Chrome\/[.\d]* Mobile/i, 'android-intent://com.android.chrome'],
]

/** The `return_path` of a request: where a wallet on the same device goes back to this page without loading it again. */
export function returnPath(page: string, device = thisDevice()): string {
  const among = (browsers: Browsers) => browsers.find(([name]) => name.test(device))?.[1]
  // Safari goes back to the open tab only when the fragment is one that it has not seen.
  if (isAppleHandheld(device)) return among(APPLE) ?? `${page.split('#')[0]}#${crypto.randomUUID().slice(0, 8)}`
  return (/Android/.test(device) && among(ANDROID)) || page
}

/** Schemes by which an address would do something to this page or read something, instead of opening a wallet. */
const REFUSED = /^(javascript|data|blob|vbscript|file|about|filesystem|view-source|http|ws|wss|ftp):/i

/** Whether an address that a wallet gave may be opened: a wallet's own scheme, or https. */
export function isLaunchable(address: unknown): address is string {
  if (typeof address !== 'string' || !/^[a-z][a-z\d+.-]*:/i.test(address) || REFUSED.test(address)) return false
  try {
    new URL(address.replace('%s', ''))
    return true
  } catch {
    return false
  }
}

/**
 * Leaves for another program's address, such as an `esr:` one. Where the page's sockets would end with it, and with them the
 * one that waits for the answer, a frame goes there first.
 */
export function launch(address: string, device = thisDevice()): void {
  // The page's policy lets nothing else into a frame.
  if (ENDS_SOCKETS.test(device) && address.startsWith('esr:')) keepAlive(address)
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
