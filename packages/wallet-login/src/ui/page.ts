import type { Language } from '@fieldhouse/contract'
import type { Page } from '../connection'

let given: Page | undefined

/** Says which page this part was started for. */
export const setPage = (page: Page): void => {
  given = page
}

/** @throws Error before this part was started */
export const page = (): Page => {
  if (!given) throw new Error('using the wallets: their lazy part was not started')
  return given
}

/** The language of the page that is shown. */
export const language = (): Language => page().shown.get()?.language ?? 'en'
