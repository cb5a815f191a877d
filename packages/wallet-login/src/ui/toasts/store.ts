import { createCell } from '@fieldhouse/chain-data'
import type { Toast } from '../../connection'

/** A toast on the page. */
export interface ShownToast extends Toast {
  /** Unique on the page. */
  id: number
}

/** Toasts that stand at the same time at most: another one takes the oldest one's place. */
export const MOST_TOASTS = 4

/** The toasts on the page, oldest first. */
export const toasts = createCell<readonly ShownToast[]>([])

let last = 0

export const addToast = (toast: Toast): void => {
  last += 1
  toasts.set([...toasts.get(), { ...toast, id: last }].slice(-MOST_TOASTS))
}

export const removeToast = (id: number): void => {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}
