import { TOAST_DURATION } from '@fieldhouse/contract/constants'
import { Cross } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Support } from '../CopyButton'
import { texts } from '../texts'
import { removeToast, type ShownToast, toasts } from './store'
import s from './Toasts.module.css'

/**
 * The toasts at the top right. Both live regions stand there before there is anything to say. The time of all of them
 * stands still under the pointer and while one has the focus (WCAG 2.2, 2.2.1).
 */
export function Toasts() {
  const { t } = useTexts(texts)
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get)
  // By the toast's id: one that goes while it has the pointer or the focus says nothing more.
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const isPaused = shown.some(({ id }) => id === pointed || id === focused)
  const list = (kinds: readonly ShownToast['kind'][]) =>
    shown
      .filter(({ kind }) => kinds.includes(kind))
      .map((toast) => (
        <Message key={toast.id} toast={toast} isPaused={isPaused} onPoint={setPointed} onFocus={setFocused} />
      ))
  return (
    <section className={s.toasts} aria-label={t('toasts.name')}>
      <div role="alert">{list(['error'])}</div>
      <div role="status">{list(['info', 'success'])}</div>
    </section>
  )
}

interface MessageProps {
  toast: ShownToast
  isPaused: boolean
  /** The pointer is on the toast of that id, or left it. */
  onPoint: (id: number | null) => void
  /** The focus is in the toast of that id, or left it. */
  onFocus: (id: number | null) => void
}

function Message({ toast, isPaused, onPoint, onFocus }: MessageProps) {
  const { t } = useTexts(texts)
  const close = () => removeToast(toast.id)
  useCountdown(TOAST_DURATION, isPaused, close)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: there is nothing to operate, its time stands still.
    <div
      className={s.toast}
      data-kind={toast.kind}
      onPointerEnter={() => onPoint(toast.id)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onFocus(toast.id)}
      onBlur={() => onFocus(null)}
    >
      <div className={s.words}>
        <p className={s.first}>{toast.text}</p>
        {toast.more && <p>{toast.more}</p>}
        {toast.support && <Support text={toast.support} />}
      </div>
      <button type="button" className={s.close} aria-label={t('toasts.close')} onClick={close}>
        <Cross />
      </button>
      <i
        className={s.life}
        data-paused={isPaused || undefined}
        style={{ animationDuration: `${TOAST_DURATION}ms` }}
        aria-hidden="true"
      />
    </div>
  )
}

/** Calls once when so many milliseconds have passed that it was not paused. */
function useCountdown(duration: number, isPaused: boolean, onEnd: () => void): void {
  const left = useRef(duration)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (isPaused) return
    const began = performance.now()
    const timer = setTimeout(() => end.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - began
    }
  }, [isPaused])
}
