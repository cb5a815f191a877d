import { createCell } from '@fieldhouse/chain-data'
import type { Toast } from '../../connection'

export interface ShownToast extends Toast {
  /** Unique on the page. */
  id: number
}

/** Toasts that stand at the same time at most: another one takes the oldest one's place. */
const MOST_TOASTS = 4

/** The toasts on the page, oldest first. */
export const toasts = createCell<readonly ShownToast[]>([])

let last = 0

export const removeToast = (id: number): void => {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** The element that the toasts are rendered into. It moves; what is in it stays. */
let region: HTMLElement | null = null

let home: HTMLElement | null = null

/** Makes the region, at the end of the overlay. */
export function makeRegion(overlay: HTMLElement): HTMLElement {
  home = overlay
  region = overlay.ownerDocument.createElement('div')
  overlay.append(region)
  return region
}

/** Puts the region where it can be seen and reached: into the open modal dialog, since all else is inert, or back. */
function placeRegion(): void {
  if (!region || !home) return
  const dialogs = [...home.ownerDocument.querySelectorAll<HTMLDialogElement>('dialog[open]')]
  const dialog = dialogs.findLast((open) => open.matches(':modal'))
  const place = dialog ?? home
  if (region.parentElement === place) return
  place.append(region)
  dialog?.addEventListener('close', placeRegion, { once: true })
}

/** Shows a toast. The live region is placed before it has the text: screen readers read what changes in it. */
export function showToast(toast: Toast): void {
  placeRegion()
  requestAnimationFrame(() => {
    last += 1
    toasts.set([...toasts.get(), { ...toast, id: last }].slice(-MOST_TOASTS))
  })
}
