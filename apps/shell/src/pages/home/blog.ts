import { STOREYS } from '../../looks/storeys'

/** All editions have the same posts: those of the front page lead to the ground floor's blog. */
export const BLOG = `/${STOREYS[0].look.edition}/blog`
