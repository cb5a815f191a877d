import { type MouseEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import s from './Dialog.module.css'

export interface DialogProps {
  open: boolean
  /** Id of the heading inside that names the dialog. */
  label: string
  /** The cross, Escape, a click outside, or the browser's own way of closing. */
  onClose: () => void
  /** What the cross in the upper corner says to who cannot see it. */
  closeLabel: string
  /**
   * Paints the hash marks of the floor's line along the panel's top edge.
   *
   * @default false
   */
  isMarked?: boolean
  /** Beside the panel's own class. */
  className?: string | undefined
  /** Mark the element that gets the focus with `data-initial-focus`; else the browser takes the first. */
  children: ReactNode
}

/**
 * A modal panel: the native dialog, so the page behind is inert, the focus stays inside and goes back to where it was.
 * In the colours of the page's floor (specification, section 2, Login modal).
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ label, onClose, closeLabel, isMarked, className, children }: Omit<DialogProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    element.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
    // In a window too low for both, the heading is seen and read first.
    if (element.scrollTop > 0) {
      element.tabIndex = -1
      element.focus({ preventScroll: true })
      element.scrollTop = 0
    }
    // Closed while it still stands in the document: only then the browser gives the focus back.
    return () => element.close()
  }, [])

  const isOutside = (event: MouseEvent): boolean => event.target === dialog.current
  const cancel = (event: SyntheticEvent) => {
    // `cancel` bubbles in React, from a file input for one.
    if (event.target !== dialog.current) return
    event.preventDefault()
    onClose()
  }
  const closed = (event: SyntheticEvent) => {
    const element = dialog.current
    // A second Escape closes without asking (HTML, close watchers).
    if (event.target === element && !element.open && element.isConnected) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way of closing is Escape, which the browser tells as `cancel`.
    <dialog
      ref={dialog}
      className={[s.dialog, isMarked && s.marked, className].filter(Boolean).join(' ')}
      aria-labelledby={label}
      onCancel={cancel}
      onClose={closed}
      onMouseDown={(event) => {
        pressedOutside.current = isOutside(event)
      }}
      onClick={(event) => {
        // A selection that is drawn out of the panel ends in a click outside of it, but began inside.
        if (isOutside(event) && pressedOutside.current) onClose()
      }}
    >
      <div className={s.panel}>
        <button type="button" className={s.close} aria-label={closeLabel} onClick={onClose}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 4L20 20M20 4L4 20" />
          </svg>
        </button>
        {children}
      </div>
    </dialog>
  )
}
