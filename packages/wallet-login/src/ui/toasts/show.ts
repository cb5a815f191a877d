import type { Toast } from '../../connection'
import { placeRegion } from './region'
import { addToast } from './store'

/** Shows a toast. The live region has its place before it has the text: a screen reader says what changes in it. */
export function showToast(toast: Toast): void {
  placeRegion()
  requestAnimationFrame(() => addToast(toast))
}
