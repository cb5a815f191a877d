import type { Language } from '@fieldhouse/contract'
import { shownPage } from '@fieldhouse/wallet-login'

/** The language of the page that is shown. */
export const language = (): Language => shownPage.get()?.language ?? 'en'
