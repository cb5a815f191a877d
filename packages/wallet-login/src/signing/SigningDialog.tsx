import { Dialog } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { Screen, SigningState } from '@fieldhouse/wallets'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import s from './SigningDialog.module.css'
import { ScreenContents } from './screens'
import { signing } from './signing'
import { texts } from './texts'

/**
 * The signing request modal (specification, sections 2 and 4): one dialog that changes what is in it, so that the page
 * behind stays inert and nothing flickers. It can be closed at any time: what is not signed yet is then given up, and how
 * what was signed ends shows when it is known.
 */
export function SigningDialog() {
  const state = useSyncExternalStore(signing.subscribe, signing.state, () => null)
  return state && <OpenSigningDialog {...state} />
}

function OpenSigningDialog({ screen, notices }: SigningState) {
  const { t } = useTexts(texts)
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const { dismiss } = signing
  const subject = subjectOf(screen)

  // Another screen takes the focused button away: the focus goes to what names the new one, which is then read out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is that of another subject.
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [subject])

  return (
    <Dialog open label={id} onClose={dismiss} closeLabel={t('close')} isMarked className={s.signing}>
      <div className={s.body} ref={body} key={subject}>
        <ScreenContents screen={screen} id={id} close={dismiss} />
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
