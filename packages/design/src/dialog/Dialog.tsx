import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Cross } from './Cross'
import s from './Dialog.module.css'
import { useModal } from './use-modal'

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
 * A modal panel (see {@link useModal}).
 * In the colours of the page's floor (specification, section 2, Login modal).
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ label, onClose, closeLabel, isMarked, className, children }: Omit<DialogProps, 'open'>) {
  const modal = useModal(onClose)
  const { ref: dialog } = modal
  const pressedOutside = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
    // In a window too low for both, the heading is seen and read first.
    if (element.scrollTop > 0) {
      element.tabIndex = -1
      element.focus({ preventScroll: true })
      element.scrollTop = 0
    }
  }, [dialog])

  const isOutside = (event: MouseEvent): boolean => event.target === dialog.current

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way of closing is Escape, which the browser tells as `cancel`.
    <dialog
      {...modal}
      className={[s.dialog, isMarked && s.marked, className].filter(Boolean).join(' ')}
      aria-labelledby={label}
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
          <Cross />
        </button>
        {children}
      </div>
    </dialog>
  )
}
