/** What jsdom lacks of modal dialogs: what opens and closes them, and the event of closing. */
export function withDialogs(): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return
      this.open = false
      queueMicrotask(() => this.dispatchEvent(new Event('close')))
    },
  })
}

/** The visitor presses Escape: the browser asks the dialog. */
export const pressEscape = (dialog: HTMLDialogElement): boolean =>
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))

/** A click outside the panel is one on the dialog itself. */
export function clickOn(element: Element): void {
  for (const type of ['mousedown', 'mouseup', 'click']) element.dispatchEvent(new MouseEvent(type, { bubbles: true }))
}
