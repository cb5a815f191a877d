/** The element that the toasts are rendered into. It moves; what is in it stays. */
let region: HTMLElement | null = null

let home: HTMLElement | null = null

/** Makes the region. Until a dialog is open, it stands at the end of the overlay. */
export function makeRegion(overlay: HTMLElement): HTMLElement {
  home = overlay
  region = overlay.ownerDocument.createElement('div')
  overlay.append(region)
  return region
}

/**
 * Puts the region where it can be seen, reached and read: into the modal dialog that is open, since all else is inert, or
 * back into the overlay.
 */
export function placeRegion(): void {
  if (!region || !home) return
  const dialog = [...home.ownerDocument.querySelectorAll<HTMLDialogElement>('dialog[open]')].findLast(isModal)
  const place = dialog ?? home
  if (region.parentElement === place) return
  place.append(region)
  dialog?.addEventListener('close', placeRegion, { once: true })
}

const isModal = (dialog: HTMLDialogElement): boolean => dialog.matches(':modal')
