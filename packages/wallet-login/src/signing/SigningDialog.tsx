import { CloseButton, Dialog } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { Screen, Signing, SigningState } from '@fieldhouse/wallets'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import s from './SigningDialog.module.css'
import { FailureScreen } from './screens/FailureScreen'
import { FeeScreen } from './screens/FeeScreen'
import { PromptScreen } from './screens/PromptScreen'
import { RequestScreen } from './screens/RequestScreen'
import type { ScreenProps } from './screens/screen-props'
import { UnreachableScreen } from './screens/UnreachableScreen'
import { WaitingScreen } from './screens/WaitingScreen'
import { signing } from './signing'
import { texts } from './texts'

interface SigningDialogProps {
  /**
   * What the dialog shows and whom it tells.
   *
   * @default the page's
   */
  store?: Signing
}

/**
 * The signing request modal (specification, sections 2 and 4): one dialog that changes what is in it, so that the page
 * behind stays inert and nothing flickers. It can be closed at any time: what is not signed yet is then given up, and how
 * what was signed ends shows when it is known.
 */
export function SigningDialog({ store = signing }: SigningDialogProps) {
  const state = useSyncExternalStore(store.subscribe, store.state, () => null)
  return state && <OpenSigningDialog state={state} dismiss={store.dismiss} />
}

function OpenSigningDialog({ state, dismiss }: { state: SigningState; dismiss: () => void }) {
  const { t } = useTexts(texts)
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const { screen, notices } = state
  const subject = subjectOf(screen)

  // Another screen takes the focused button away: the focus goes to what names the new one, which is then read out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is that of another subject.
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [subject])

  return (
    <Dialog open label={id} onClose={dismiss} isMarked className={s.signing}>
      <CloseButton label={t('close')} onClose={dismiss} />
      <div className={s.body} ref={body} key={subject}>
        {content(screen, { id, close: dismiss })}
      </div>
      <div className={s.notices} role="status">
        {notices.map((notice) => (
          <p className={s.notice} key={notice}>
            {t(`notice.${notice}`)}
          </p>
        ))}
      </div>
    </Dialog>
  )
}

/** What stays the same while a screen only updates itself. */
const subjectOf = (screen: Screen): string =>
  screen.name === 'request' ? `${screen.name} ${screen.purpose} ${screen.manual}` : screen.name

function content(screen: Screen, frame: ScreenProps) {
  switch (screen.name) {
    case 'preparing':
    case 'checking':
    case 'sending':
      return <WaitingScreen {...frame} step={screen.name} />
    case 'success':
      return <WaitingScreen {...frame} step="success" purpose={screen.purpose} />
    case 'request':
      return <RequestScreen {...frame} request={screen} />
    case 'prompt':
      return <PromptScreen {...frame} prompt={screen} />
    case 'fee':
      return <FeeScreen {...frame} offer={screen} />
    case 'unreachable':
      return <UnreachableScreen {...frame} failure={screen} />
    case 'failure':
      return <FailureScreen {...frame} failure={screen} />
  }
}
