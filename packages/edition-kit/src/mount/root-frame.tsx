import { I18nRoot } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { useLayoutEffect } from 'react'
import { RootContext, type RootProps } from './root'

export interface RootFrameProps {
  root: RootProps
  prerendering: boolean
  /** Called once, after the first commit and before the browser paints. */
  onReady?: () => void
  children: ReactNode
}

/** What stands around a root's component, the same at build and in the browser: the root's props and its language. */
export function RootFrame({ root, prerendering, onReady, children }: RootFrameProps): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever the host passes later.
  useLayoutEffect(() => onReady?.(), [])
  return (
    <RootContext value={{ ...root, prerendering }}>
      <I18nRoot language={root.page.language}>{children}</I18nRoot>
    </RootContext>
  )
}
