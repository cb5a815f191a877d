import type { WalletError } from '../errors/wallet-error'

/** What is being signed: an identity, or a transaction. */
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
