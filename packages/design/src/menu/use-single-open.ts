import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react'

/** What a group's element listens to. */
export interface GroupHandlers {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
}

/**
 * Groups of which one at most is open (specification, section 2, Header): opened by a click, closed by another, by
 * Escape, which gives the focus back to the group's button, and, where they drop over the page, by the mouse leaving and
 * by the focus moving on.
 *
 * @param dropping whether the groups drop over the page
 */
export function useSingleOpen(dropping: boolean) {
  const [open, setOpen] = useState<number | null>(null)
  const close = () => setOpen(null)
  const groupHandlers = (index: number): GroupHandlers => ({
    onKeyDown: (event) => {
      if (event.key !== 'Escape' || open !== index) return
      // Escape closes the innermost thing that is open, not the dialog around it too.
      event.stopPropagation()
      event.preventDefault()
      close()
      event.currentTarget.querySelector('button')?.focus()
    },
    ...(dropping && {
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      },
      onPointerLeave: (event) => {
        if (event.pointerType === 'mouse') close()
      },
    }),
  })
  return {
    isOpen: (index: number) => open === index,
    toggle: (index: number) => setOpen(open === index ? null : index),
    close,
    groupHandlers,
  }
}
