import { createCell } from '@fieldhouse/chain-data'
import { SUCCESS_DIALOG_DURATION } from '@fieldhouse/contract/constants'
import type { WalletError } from '../errors/wallet-error'

export type Purpose = 'login' | 'sign'

/** What the signing dialog shows (specification, sections 2 and 4, Signing request modal). */
export type Screen =
  | { name: 'preparing' }
  | {
      name: 'request'
      purpose: Purpose
      /** The linked device was not reached, or the visitor preferred another one. */
      manual: boolean
      /** When the transaction expires, by the chain's clock in epoch milliseconds; null for a login. */
      deadline: number | null
      /** `esr:` address for another device: the QR code, and what is copied. */
      address: string
      /** Opens the request in the wallet of this device. */
      launch: () => void
    }
  | {
      name: 'prompt'
      /** Name of the linked device; may be empty. */
      device: string
      /** When the session gives up waiting, by the chain's clock in epoch milliseconds. */
      deadline: number
      signManually: () => void
    }
  | {
      name: 'fee'
      /** The chain's text: `0.05000000 WAX`. */
      fee: string
      /** When the offer expires, by the chain's clock in epoch milliseconds. */
      deadline: number
      accept: () => void
      decline: () => void
    }
  | {
      name: 'unreachable'
      device: string
      error: WalletError
      signManually: () => void
    }
  | { name: 'checking' }
  | { name: 'sending' }
  | { name: 'success'; purpose: Purpose }
  | { name: 'failure'; purpose: Purpose; error: WalletError }

/** A quiet line below a screen: something is not as it should be, and signing goes on all the same. */
export type Notice =
  /** The wallet has the request kept for it and has not said that it got it: a 202 of the link service. */
  | 'unacknowledged'
  /** The link service is not reached at the moment. */
  | 'link-service'
  /** The resource provider could not help. */
  | 'provider'

/** What the dialog shows now; null while it is closed. The same object until something changes. */
export interface SigningState {
  screen: Screen
  notices: readonly Notice[]
}

export type End = Extract<Screen, { name: 'success' | 'failure' }>

/** One request on its way: what it shows counts as long as no other has begun and the visitor has not closed it. */
export interface Attempt {
  /** Aborted when the visitor closes the dialog, or another request takes its place. */
  readonly signal: AbortSignal
  show: (screen: Screen) => void
  /** Adds a quiet line, or takes it away. Lines stay from screen to screen. */
  notice: (notice: Notice, present: boolean) => void
  /**
   * Shows how it ended when its wallet is through with it, also to a visitor who has closed the dialog meanwhile. A dialog
   * that is another request's by now is left alone: the end is shown elsewhere.
   */
  conclude: (end: End) => void
  /** Closes the dialog. */
  close: () => void
}

/** The signing dialog's store: a wallet drives it, and React reads it. */
export type Signing = ReturnType<typeof createSigning>

/** @param showElsewhere shows how a request ended whose dialog another one has */
export const createSigning = (showElsewhere: (end: End) => void) => {
  const { get: state, set, subscribe } = createCell<SigningState | null>(null)
  /** Whose the dialog is. */
  let current: AbortController | null = null
  let closing: ReturnType<typeof setTimeout> | undefined

  const put = (next: SigningState) => {
    clearTimeout(closing)
    set(next)
    if (next.screen.name === 'success') closing = setTimeout(end, SUCCESS_DIALOG_DURATION)
  }

  const end = () => {
    clearTimeout(closing)
    const ended = current
    current = null
    set(null)
    ended?.abort()
  }

  /** Begins a request; one that is still on its way is given up. */
  const begin = (): Attempt => {
    end()
    const controller = new AbortController()
    current = controller
    const isCurrent = () => current === controller
    return {
      signal: controller.signal,
      show: (screen) => {
        if (isCurrent()) put({ screen, notices: state()?.notices ?? [] })
      },
      notice: (notice, present) => {
        const shown = state()
        if (!isCurrent() || !shown || shown.notices.includes(notice) === present) return
        const others = shown.notices.filter((other) => other !== notice)
        set({ ...shown, notices: present ? [...others, notice] : others })
      },
      conclude: (screen) => {
        if (current && !isCurrent()) {
          showElsewhere(screen)
          return
        }
        current = controller
        put({ screen, notices: [] })
        controller.abort()
      },
      close: () => {
        if (isCurrent()) end()
      },
    }
  }

  return {
    subscribe,
    state,
    begin,
    /** The visitor closed the dialog: of this request nothing but its end is shown any more, and its signal is aborted. */
    dismiss: end,
  }
}
