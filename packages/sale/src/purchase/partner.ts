import type { Partner } from '@fieldhouse/chain-data'
import { isPartnerOpen, keepPartner, keptBasket } from '@fieldhouse/chain-data/purchase'

/** A code is a name of the chain. */
const CODE = /^[a-z1-5.]{1,12}$/

/** What of an address has a code. */
const PARAMETER = 'partner'

/** Reads a code as people may write it; empty for what is none. */
export const codeOf = (written: string): string => {
  const code = written.trim().toLowerCase()
  return CODE.test(code) ? code : ''
}

/** The code in an address, such as `?partner=<code>`; empty for none. */
const codeIn = (address: string): string => codeOf(new URL(address, location.href).searchParams.get(PARAMETER) ?? '')

let isTaken = false

/**
 * The code of a purchase: that of the link that led to the site, whatever pages were shown since, else the stored one. The link's
 * counts once: a visitor who has removed the code does not get it again.
 */
export function partnerCode(): string {
  if (!isTaken) {
    isTaken = true
    const [landing] = performance.getEntriesByType?.('navigation') ?? []
    const code = codeIn(location.href) || (landing ? codeIn(landing.name) : '')
    if (code) keepPartner(code)
  }
  return keptBasket().partner
}

/** Keeps another code, or none. The link's leaves the address: the next load of the page would bring it back. */
export function choosePartner(code: string): void {
  keepPartner(code)
  const address = new URL(location.href)
  address.searchParams.delete(PARAMETER)
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}

/** Forgets that the link was read: for tests, whose pages stay. */
export const forgetLanding = (): void => {
  isTaken = false
}

/** What a code is worth now. @param partners null while they are not known */
export function partnerOf(code: string, partners: readonly Partner[] | null, now: number) {
  if (code === '') return { state: 'none', partner: null } as const
  if (!partners) return { state: 'reading', partner: null } as const
  const partner = partners.find((known) => known.code === code) ?? null
  return { state: !partner ? 'unknown' : isPartnerOpen(partner, now) ? 'open' : 'closed', partner } as const
}
