/** What was paid, 10^-8 WAX, out of the chain's text; null for what is in another token. */
export const paidOf = (paid: string): bigint | null =>
  /^\d{1,11}\.\d{8} WAX$/.test(paid) ? BigInt(paid.replace(/[^\d]/g, '')) : null
