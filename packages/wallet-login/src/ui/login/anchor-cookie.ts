import { ANCHOR_COOKIE_LIFETIME } from '@fieldhouse/contract/constants'

/** Name of the cookie that a sign-in with Anchor leaves. */
const NAME = 'Anchor'

const attributes = () => `Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`

/**
 * Leaves the cookie that Anchor leaves, for 600000 ms (specification, section 9): `Anchor=<account>`. The specification
 * gives the lifetime alone; name and content are ours, nothing here reads it, and the gateway ignores it.
 */
export const leaveAnchorCookie = (accountName: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser, nor on plain http.
  document.cookie = `${NAME}=${accountName}; Max-Age=${ANCHOR_COOKIE_LIFETIME / 1000}; ${attributes()}`
}

export const removeAnchorCookie = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${NAME}=; Max-Age=0; ${attributes()}`
}
