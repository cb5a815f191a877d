export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * A transaction's id: the SHA-256 of its packed form, without signatures. Empty where the browser has no means for it, which
 * is on a page without https that is not on the visitor's own machine.
 */
export const transactionId = async (packed: Uint8Array): Promise<string> =>
  hex(new Uint8Array((await globalThis.crypto.subtle?.digest('SHA-256', packed as Uint8Array<ArrayBuffer>)) ?? []))
