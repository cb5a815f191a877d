/** Whether it could name an account or a permission of the chain. */
export const isChainName = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z1-5.]{1,13}$/.test(value)
