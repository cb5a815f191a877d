import { abortable, gatewayNow } from '@fieldhouse/chain-data'
import type { PermissionLevel } from '@greymass/eosio'
import type { SigningRequest } from 'eosio-signing-request'
import { failure } from '../../errors/failure'
import { WalletError, type WalletErrorKind } from '../../errors/wallet-error'
import type { Attempt } from '../../signing/signing'
import type { WalletContext } from '../../wallet'
import { askProvider, type Offer } from './ask-provider'
import { providerOf } from './providers'

/** Why a visitor need not hear that nobody covers the resources: it was not to be expected. */
const EXPECTED: readonly WalletErrorKind[] = ['no-modify', 'cosign-identity', 'unsupported-chain', 'refused']

/** When a request's transaction expires, by the chain's clock in epoch milliseconds. */
export const deadlineOf = (request: SigningRequest): number => request.getRawTransaction().expiration.toMilliseconds()

/** Has a transaction's resources covered by the resource provider, if the visitor agrees to the fee. */
export class Resources {
  constructor(
    private readonly context: Pick<WalletContext, 'settings' | 'fetch'>,
    private readonly attempt: Attempt,
  ) {}

  /**
   * The request as the provider signed it; or as it was, since failures of the provider are ignored (specification,
   * section 8); or flagged no-fee, when the visitor goes on without the fee (section 4).
   *
   * @throws WalletError expired when the visitor did not decide in time; AbortError when the dialog was closed
   */
  async cover(request: SigningRequest, signer: PermissionLevel): Promise<SigningRequest> {
    const offer = await this.ask(request, signer)
    if (!offer || offer.fee === null || (await this.accepts(offer.request, offer.fee))) return offer?.request ?? request
    const unpaid = request.clone()
    unpaid.setInfoKey('no_fee', true, 'bool')
    return unpaid
  }

  private async ask(request: SigningRequest, signer: PermissionLevel): Promise<Offer | null> {
    const { settings, fetch } = this.context
    const { signal } = this.attempt
    try {
      const provider = providerOf(settings)
      const offer = await askProvider(request, {
        provider,
        signer,
        tokenContract: settings.network.token,
        fetch,
        signal,
      })
      // What the answer will be read with; better now than after the wallet has signed.
      await offer.request.fetchAbis()
      return offer
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof WalletError) || !EXPECTED.includes(error.kind)) this.attempt.notice('provider', true)
      return null
    }
  }

  private accepts(request: SigningRequest, fee: string): Promise<boolean> {
    return abortable(this.attempt.signal, (resolve, reject) => {
      const deadline = deadlineOf(request)
      const expire = () => reject(failure('offer'))
      const timer = setTimeout(expire, deadline - gatewayNow())
      const decide = (accepted: boolean) => () => {
        clearTimeout(timer)
        this.attempt.show({ name: 'preparing' })
        resolve(accepted)
      }
      this.attempt.show({ name: 'fee', fee, deadline, accept: decide(true), decline: decide(false) })
      return () => clearTimeout(timer)
    })
  }
}
