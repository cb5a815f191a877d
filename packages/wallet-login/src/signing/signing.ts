import { createSigning, explain } from '@fieldhouse/wallets'
import { language } from '../ui/page'
import { showToast } from '../ui/toasts/show'
import { texts } from './texts'

/** The page's signing dialog: Anchor drives it. How a request ended whose dialog is another one's is said by a toast. */
export const signing = createSigning((end) => {
  const { success, failure } = texts[language()]
  showToast(
    end.name === 'success'
      ? { kind: 'success', text: success[end.purpose] }
      : { kind: 'error', text: `${failure[end.purpose]}: ${explain(end.error, language()).text}` },
  )
})
