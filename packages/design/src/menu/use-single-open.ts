import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'

/** What a group's element listens to. */
export interface GroupHandlers {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
}

/** A group that is open: its button stands in it. */
const OPEN = ':has(> button[aria-expanded=true])'

/**
 * Groups of which one at most is open (specification, section 2, Header): opened by a click, closed by another, by
 * Escape, which gives the focus back to the group's button, and, where they drop over the page, by the mouse leaving and
 * by the focus moving on or a press beside them.
 *
 * @param dropping whether the groups drop over the page
 */
export function useSingleOpen(dropping: boolean) {
  const [open, setOpen] = useState<number | null>(null)
  const close = () => setOpen(null)
  useEffect(() => {
    if (!dropping || open === null) return
    // Touches move no focus in Safari, where pressing a button gives it none.
    const onPress = ({ target }: Event) => {
      if (!(target as Element).closest(OPEN)) setOpen(null)
    }
    addEventListener('pointerdown', onPress)
    return () => removeEventListener('pointerdown', onPress)
  }, [dropping, open])
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
