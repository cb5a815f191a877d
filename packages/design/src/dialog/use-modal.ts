import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/** What the `dialog` spreads that is modal as long as it is rendered. */
export interface Modal {
  ref: RefObject<HTMLDialogElement | null>
  onCancel: (event: SyntheticEvent) => void
  onClose: (event: SyntheticEvent) => void
}

/**
 * A native dialog over the page: what is behind is inert, the focus stays inside and goes back to where it was, or to what that
 * stood in when it is gone. A dialog that it is opened over has the attribute `data-below` meanwhile.
 *
 * @param onClose Escape, or the browser's own way of closing
 */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    // An attribute, and no `:has()` of the document's: that has each change on the page restyle all of it.
    const below = document.querySelectorAll('dialog[open]:not([data-below])')
    const mark = (isBelow: boolean) => {
      for (const dialog of below) dialog.toggleAttribute('data-below', isBelow)
    }
    mark(true)
    // In the place of the scroll bar, which goes away meanwhile: nothing moves beside it.
    const { style, clientWidth } = document.documentElement
    const pad = (width: string) => {
      if (below.length === 0) style.paddingInlineEnd = width
    }
    pad(`${innerWidth - clientWidth}px`)
    const opener = document.activeElement
    const around = opener?.parentElement?.closest<HTMLElement>('[tabindex]')
    element?.showModal()
    return () => {
      pad('')
      mark(false)
      // Closed while it still stands in the document: only then the browser gives the focus back.
      element?.close()
      if (!opener?.isConnected) around?.focus({ preventScroll: true })
    }
  }, [])
  return {
    ref,
    onCancel: (event) => {
      // `cancel` bubbles in React, from a file input for one.
      if (event.target !== ref.current) return
      event.preventDefault()
      onClose()
    },
    onClose: (event) => {
      const element = ref.current
      // A second Escape closes without asking (HTML, close watchers).
      if (event.target === element && !element.open && element.isConnected) onClose()
    },
  }
}
