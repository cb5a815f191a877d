import { TOAST_DURATION } from '@fieldhouse/contract/constants'
import { useTexts } from '@fieldhouse/i18n'
import { type FocusEvent, useState, useSyncExternalStore } from 'react'
import { NAMESPACE } from '../texts'
import { removeToast, type ShownToast, toasts } from './store'
import s from './Toasts.module.css'
import { useCountdown } from './use-countdown'

/**
 * The toasts at the top right. Both live regions stand there before there is anything to say. The time of all of them
 * stands still under the pointer and while one has the focus (WCAG 2.2, 2.2.1).
 */
export function Toasts() {
  const { t } = useTexts(NAMESPACE)
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // What had the pointer or the focus may be gone without a word.
  if (shown.length === 0 && (isPointed || isFocused)) {
    setPointed(false)
    setFocused(false)
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget))
  const list = (kinds: readonly ShownToast['kind'][]) =>
    shown
      .filter(({ kind }) => kinds.includes(kind))
      .map((toast) => <Message key={toast.id} toast={toast} isPaused={isPointed || isFocused} />)
  return (
    <section
      className={s.toasts}
      aria-label={t('toasts.name')}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={leave}
    >
      <div role="alert">{list(['error'])}</div>
      <div role="status">{list(['info', 'success'])}</div>
    </section>
  )
}

interface MessageProps {
  toast: ShownToast
  isPaused: boolean
}

function Message({ toast, isPaused }: MessageProps) {
  const { t } = useTexts(NAMESPACE)
  const close = () => removeToast(toast.id)
  useCountdown(TOAST_DURATION, isPaused, close)
  return (
    <div className={s.toast} data-kind={toast.kind}>
      <p>{toast.text}</p>
      <button type="button" aria-label={t('toasts.close')} onClick={close}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 4L20 20M20 4L4 20" />
        </svg>
      </button>
    </div>
  )
}
