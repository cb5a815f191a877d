/** What comes with the line's chunk. */
export type LineModule = typeof import('./index')

/** Fetches the line's chunk, once: only who stands in line needs it. The next call tries again when it could not be had. */
export const loadLine = (): Promise<LineModule> => import(/* webpackChunkName: "line" */ './index')
