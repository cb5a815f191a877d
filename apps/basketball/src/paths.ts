/** Where the drops have their pages. */
export const DROPS = '/basketball/drops'

/** Where the posts are listed, and below it their pages. */
export const BLOG = '/basketball/blog'
