/** Where the drops have their pages. */
export const DROPS = '/basketball/drops'
