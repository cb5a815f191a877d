// The pages below are stills: their styles must be in the release's one style sheet.
import '@fieldhouse/design/card.css'
import '@fieldhouse/design/floor.css'
import '@fieldhouse/design/section.css'
import './home/Home.module.css'
import './not-found/NotFound.module.css'
import { type RootProps, still } from '@fieldhouse/edition-kit'

const Home = still(async () => (await import('./home/Home')).Home)
const NotFound = still(async () => (await import('./not-found/NotFound')).NotFound)

/** The shell's own pages: the front page, and the one for every path that no edition knows. Both are links and words. */
export function Main({ page }: RootProps) {
  return page.route === '/' ? <Home /> : <NotFound />
}
