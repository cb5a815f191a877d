import { WalletError, type WalletErrorKind } from './wallet-error'

/** Scatter's error types (`type` of what it rejects with) that say more than that it failed. */
const KINDS: Record<string, WalletErrorKind> = {
  signature_rejected: 'refused',
  identity_rejected: 'refused',
  identity_missing: 'refused',
  rejected: 'refused',
  locked: 'refused',
  timeout: 'timeout',
  prompt_closed: 'popup-closed',
  no_network: 'unsupported-chain',
  network_missing: 'unsupported-chain',
}

/** A person said no, whatever the words. Scatter's code for it is 402. */
const REFUSED = /reject|declin|denied|cancel/i
const REFUSED_CODE = 402

/** What a Scatter-compatible wallet rejected with, as one of ours; undefined when it is nothing of the kind. */
export function fromScatter(error: unknown, step: string): WalletError | undefined {
  const { type, code, message, isError } = (typeof error === 'string' ? { message: error } : (error ?? {})) as {
    type?: unknown
    code?: unknown
    message?: unknown
    isError?: unknown
  }
  const text = typeof message === 'string' ? message : ''
  const kind =
    (typeof type === 'string' ? KINDS[type] : undefined) ??
    (code === REFUSED_CODE || REFUSED.test(text) ? 'refused' : isError === true ? 'unknown' : undefined)
  return kind && new WalletError(kind, text || `${step}: the wallet said no`, text, { cause: error })
}
