import type { Language } from '@fieldhouse/contract'
import { show as showAround } from '@fieldhouse/design/testing'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { RootProps } from '../mount/root'
import { RootFrame } from '../mount/root'
import { markedSettings } from '../prerender/marked-settings'

export { clearShown } from '@fieldhouse/design/testing'

/** A root's props for a test: marked settings and a page without a path. */
export function testRoot(language: Language = 'en', overrides: Partial<RootProps['page']> = {}): RootProps {
  return {
    page: {
      path: '',
      route: null,
      status: 200,
      language,
      edition: 'test',
      header: 'default',
      footer: 'default',
      title: '',
      description: '',
      lineup: {},
      signedLineup: '',
      time: 0,
      ...overrides,
    },
    settings: markedSettings(),
    base: '@release/',
    navigate: () => {},
    report: () => {},
  }
}

/** An element as it stands in a root. */
export const inRoot = (element: ReactElement, root = testRoot(), prerendering = false) => (
  <RootFrame root={root} prerendering={prerendering}>
    {element}
  </RootFrame>
)

/** An element's markup as the prerenderer writes a partial. */
export const markupOf = (element: ReactElement, language: Language = 'en'): string =>
  renderToString(inRoot(element, testRoot(language), true))

/** Shows an element in a document as in a root that the client renders. */
export const show = (element: ReactElement, language: Language = 'en') =>
  showAround(element, language, (next) => inRoot(next, testRoot(language)))
