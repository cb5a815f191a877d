import type { Language } from '@fieldhouse/contract'
import { explain } from '../errors/explain'
import { showToast } from '../ui/toasts/show'
import type { End } from './signing'
import { texts } from './texts'

/** Says how a request ended while the dialog is another one's. */
export function toastEnd(end: End, language: Language): void {
  const { success, failure } = texts[language]
  showToast(
    end.name === 'success'
      ? { kind: 'success', text: success[end.purpose] }
      : { kind: 'error', text: `${failure[end.purpose]}: ${explain(end.error, language).text}` },
  )
}
