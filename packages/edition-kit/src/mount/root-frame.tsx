import { addTexts, createI18n, I18nRoot } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { useLayoutEffect, useMemo } from 'react'
import type { RootProps, Texts } from './root'
import { RootContext } from './root'

export interface RootFrameProps {
  edition: string
  texts: Texts
  root: RootProps
  prerendering: boolean
  /** Called once, after the first commit and before the browser paints. */
  onReady?: () => void
  children: ReactNode
}

/** What stands around a root's component, the same at build and in the browser: the root's props and its texts. */
export function RootFrame({ edition, texts, root, prerendering, onReady, children }: RootFrameProps): ReactNode {
  const { language } = root.page
  const i18n = useMemo(() => {
    const instance = createI18n(language)
    addTexts(instance, edition, texts)
    return instance
  }, [language, edition, texts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever the host passes later.
  useLayoutEffect(() => onReady?.(), [])
  return (
    <RootContext value={{ ...root, prerendering }}>
      <I18nRoot i18n={i18n}>{children}</I18nRoot>
    </RootContext>
  )
}
