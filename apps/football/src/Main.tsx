import type { RootProps } from '@fieldhouse/edition-kit'
import { Home } from './Home'
import { InnerPage } from './InnerPage'
import { PAGE_NAMES, pathOf } from './pages'

export function Main({ page }: RootProps) {
  const name = PAGE_NAMES.find((candidate) => pathOf(candidate) === page.route)
  return name ? <InnerPage key={name} name={name} /> : <Home />
}
