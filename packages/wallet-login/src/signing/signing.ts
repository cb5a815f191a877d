import { createSigning, explain, type Signing } from '@fieldhouse/wallets'
import { language } from '../ui/page'
import { supportText } from '../ui/show-error'
import { showToast } from '../ui/toasts/store'
import { texts } from './texts'

/** The page's signing dialog: Anchor drives it. How a request ended whose dialog is another one's is said by a toast. */
export const signing: Signing = createSigning((end) => {
  const { success, failure } = texts[language()]
  if (end.name === 'success') return showToast({ kind: 'success', text: success[end.purpose] })
  const { title, text } = explain(end.error, language())
  const support = supportText(end.error, 'anchor')
  showToast({ kind: 'error', text: `${failure[end.purpose]}: ${title}`, more: text, support })
})
