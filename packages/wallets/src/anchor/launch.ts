import { type Device, endsSockets } from './device'

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

const FRAME = 'fh-wallet-launch'

function keepAlive(address: string): void {
  const frame = document.getElementById(FRAME) ?? document.body.appendChild(document.createElement('iframe'))
  frame.id = FRAME
  frame.hidden = true
  frame.title = 'Anchor'
  frame.setAttribute('src', address)
}
