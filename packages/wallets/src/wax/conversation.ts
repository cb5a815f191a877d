import type { Language } from '@fieldhouse/contract'
import { fromUnknown } from '../errors/from-unknown'
import { failure, WalletError } from '../errors/wallet-error'
import { greet, openPopup, wax } from '.'

interface Task<T> {
  /** What is being done, for errors: `signing with the Cloud Wallet`. */
  step: string
  language: Language
  /** Without an answer the window is closed after so many milliseconds. */
  timeout: number
  /** Talks to the wallet. `check` throws when there is no use in going on; call it before the window is sent anywhere. */
  run: (check: () => void) => Promise<T>
}

interface Conversation {
  popup: Window
  supersede: () => void
}

let underWay: Conversation | undefined

/**
 * Opens the wallet's window at once, and runs a task with it. There is one window: a new conversation ends the one before it
 * as cancelled. The window of one that failed is closed; after an answer the wallet closes it itself.
 *
 * @throws WalletError: popup-blocked, popup-closed, refused, timeout, cancelled and what `run` throws
 */
export async function converse<T>({ step, language, timeout, run }: Task<T>): Promise<T> {
  const popup = openOwnPopup()
  if (!popup || popup.closed) throw new WalletError('popup-blocked', `${step}: the browser blocked the window`)
  underWay?.supersede()
  greet(popup, wax.title, language)
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended: WalletError | undefined
  let own: Conversation | undefined
  try {
    return await new Promise<T>((resolve, reject) => {
      const giveUp = (error: WalletError) => {
        ended = error
        reject(error)
      }
      const supersede = () => giveUp(new WalletError('cancelled', `${step}: another request took its place`))
      underWay = own = { popup, supersede }
      timer = setTimeout(() => giveUp(failure('timeout')), timeout)
      const check = () => {
        if (ended) throw ended
        if (popup.closed) throw new WalletError('popup-closed', `${step}: the window was closed`)
      }
      run(check).then(resolve, reject)
    })
  } catch (error) {
    popup.close()
    throw fromUnknown(error, step)
  } finally {
    clearTimeout(timer)
    if (underWay === own) underWay = undefined
  }
}

/**
 * A window that no conversation before has had: waxjs goes on listening to its window after the conversation was given up,
 * and would post its transaction there as soon as the wallet is ready.
 */
function openOwnPopup(): Window | null {
  const popup = openPopup()
  if (!popup || popup !== underWay?.popup) return popup
  popup.close()
  return openPopup()
}
