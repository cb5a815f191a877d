import type { Look } from '@fieldhouse/contract'

/** A row of the table of routes (specification, section 2). */
export interface Route {
  path: string
  edition: 'shell' | 'football' | 'basketball'
  header: Look
  footer: Look
}

const football = (path: string): Route => ({ path, edition: 'football', header: 'football', footer: 'football' })

/** Every route of the site. */
export const routes: Route[] = [
  { path: '/', edition: 'shell', header: 'default', footer: 'basketball' },
  football('/football'),
  { path: '/basketball', edition: 'basketball', header: 'basketball', footer: 'basketball' },
  football('/football/daily-fantasy'),
  football('/football/cards'),
  football('/football/card-rental'),
  football('/football/tokenomics'),
  football('/football/team'),
  football('/football/superbowl'),
  football('/football/blog'),
  football('/football/faq'),
]

/** The pages that basketball has besides, each of use to its visitors. */
export const basketballPages = ['daily-fantasy', 'cards', 'tokenomics', 'blog', 'faq'].map(
  (name) => `/basketball/${name}`,
)

/** The pages that a visitor lands on. */
export const mainPaths = ['/', '/football', '/basketball']
