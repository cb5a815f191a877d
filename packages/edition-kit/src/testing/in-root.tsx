import type { Language } from '@fieldhouse/contract'
import type { ReactElement } from 'react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import type { RootProps, Texts } from '../mount/root'
import { RootFrame } from '../mount/root-frame'
import { markedSettings } from '../prerender/marked-settings'

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
      time: 0,
      ...overrides,
    },
    settings: markedSettings(),
    base: '@release/',
    navigate: () => {},
    report: () => {},
  }
}

const NO_TEXTS: Texts = { en: {}, es: {} }

/** An element as it stands in a root. */
export const inRoot = (element: ReactElement, root = testRoot(), prerendering = false) => (
  <RootFrame edition="test" texts={NO_TEXTS} root={root} prerendering={prerendering}>
    {element}
  </RootFrame>
)

/** An element's markup as the prerenderer writes a partial. */
export const markupOf = (element: ReactElement, language: Language = 'en'): string =>
  renderToString(inRoot(element, testRoot(language), true))

const shown: (() => Promise<void>)[] = []

/** Takes away everything shown: after each test, or a store's next change reaches roots of the test before. */
export async function clearShown(): Promise<void> {
  for (const unmount of shown.splice(0)) await unmount()
  document.body.replaceChildren()
}

/** Shows an element in a document as a root that the client renders. */
export async function show(element: ReactElement, language: Language = 'en') {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const render = (next: ReactElement) => act(async () => root.render(inRoot(next, testRoot(language))))
  await render(element)
  shown.push(() => act(async () => root.unmount()))
  return { container, render }
}
