/// <reference path="../css-modules.d.ts" />

import type { Language } from '@fieldhouse/contract'
import { I18nRoot } from '@fieldhouse/i18n'
import { act, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'

export { testContrast } from './contrast'
export { testDeck } from './deck'
export { clickOn, pressEscape, withDialogs } from './dialogs'
export { eventually } from './eventually'

/** Puts an element into what stands around it on a page. */
export type Around = (element: ReactElement, language: Language) => ReactElement

const inLanguage: Around = (element, language) => <I18nRoot language={language}>{element}</I18nRoot>

/** An element's markup as the prerenderer writes it. */
export const markupOf = (element: ReactElement, language: Language = 'en'): string =>
  renderToString(inLanguage(element, language))

const shown: (() => Promise<void>)[] = []

/** Takes away everything shown: after each test, or a store's next change reaches roots of the test before. */
export async function clearShown(): Promise<void> {
  for (const unmount of shown.splice(0)) await unmount()
  document.body.replaceChildren()
}

/** Shows an element in a document as a root that the client renders. */
export async function show(element: ReactElement, language: Language = 'en', around = inLanguage) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const render = (next: ReactElement) => act(async () => root.render(around(next, language)))
  await render(element)
  shown.push(() => act(async () => root.unmount()))
  return { container, render }
}
