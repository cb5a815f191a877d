import '@fieldhouse/look-football/tokens.css'
import '@fieldhouse/look-basketball/tokens.css'

/** The looks that the shell has: each has its colours above and its floor in `storeys.ts`. A page with another one is shown in `default`. */
export const looks = ['default', 'football', 'basketball'] as const
