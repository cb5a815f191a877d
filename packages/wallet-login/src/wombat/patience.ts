import { SENTENCES } from '../errors/sentences'
import { WalletError } from '../errors/wallet-error'

/**
 * What a wallet promises, for at most so many milliseconds: an injected object may never answer. What comes later is
 * ignored.
 *
 * @throws WalletError timeout
 */
export function within<T>(milliseconds: number, promised: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WalletError('timeout', SENTENCES.timeout)), milliseconds)
  })
  return Promise.race([promised, patience]).finally(() => clearTimeout(timer))
}
