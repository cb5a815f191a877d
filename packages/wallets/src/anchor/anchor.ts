import { abortable, gatewayNow } from '@fieldhouse/chain-data'
import { EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import { Bytes, PermissionLevel, Serializer, Transaction } from '@greymass/eosio'
import { ChainId, SigningRequest } from 'eosio-signing-request'
import { fromUnknown } from '../errors/from-unknown'
import { failure, WalletError } from '../errors/wallet-error'
import type { Attempt, Purpose } from '../signing/signing'
import { makeTransaction } from '../transaction/make-transaction'
import type { User, Wallet, WalletContext } from '../wallet'
import { answerTo, createLink, restoreSession, sessionsOf } from './link'
import { unlessAborted } from './link-service'
import { deadlineOf } from './provider'
import { signaturesOf } from './transport'

/**
 * Anchor: an app for computers and phones, reached through anchor-link by QR code, by link, or by the channel of a session.
 * What goes wrong shows in the signing dialog before a promise rejects.
 */
export const wallet: Wallet = {
  name: 'anchor',

  login: (context) =>
    inDialog(context, 'login', async (attempt) => {
      const { link } = createLink(context, attempt, null)
      const { session } = await link.login(sessionsOf(context)).catch((error) => {
        throw unproven(error)
      })
      if (attempt.signal.aborted) await session.remove()
      attempt.signal.throwIfAborted()
      attempt.show({ name: 'success', purpose: 'login' })
      const { actor, permission } = session.auth
      return { accountName: String(actor), requestPermission: String(permission) }
    }),

  sign: (context, user, actions, onAsked) =>
    inDialog(context, 'sign', async (attempt) => {
      const signer = signerOf(user)
      const { link, transport } = createLink(context, attempt, signer, onAsked)
      const session = await restoreSession(context, link, signer)
      if (!session) await agreeToSignManually(attempt)
      const { serialized } = await unlessAborted(
        attempt.signal,
        actions().then((made) => makeTransaction(context, user, made, EXPIRE_SECONDS)),
      )
      // A whole one: of actions alone anchor-link would leave the header to the wallet (specification, section 9).
      const transaction = Serializer.decode({ data: Bytes.from(serialized), type: Transaction })
      const result = session
        ? await session.transact({ transaction }, { broadcast: false })
        : await link.transact({ transaction }, { broadcast: false, chain: context.settings.network.chainId })
      // A wallet that signed by hand may be the linked one from now on.
      if (session && result.payload.link_ch) await link.storeSession(session)
      return {
        serializedTransaction: result.resolved.serializedTransaction,
        signatures: signaturesOf(transport.sentRequest, result),
        isFeeDeclined: transport.isFeeDeclined(),
        onOutcome: (outcome) => {
          if ('waits' in outcome) attempt.close()
          else if ('landed' in outcome) attempt.conclude({ name: 'success', purpose: 'sign' })
          else attempt.conclude({ name: 'failure', purpose: 'sign', error: outcome.error })
        },
      }
    }),

  collect: async (context, user, address, signal) => {
    const request = SigningRequest.from(address)
    const late = AbortSignal.timeout(Math.max(0, deadlineOf(request) - gatewayNow()))
    try {
      const result = await answerTo(context, request, signerOf(user), AbortSignal.any([late, signal]))
      return {
        serializedTransaction: result.resolved.serializedTransaction,
        signatures: signaturesOf(request, result),
      }
    } catch (cause) {
      throw late.aborted ? new WalletError('expired', 'It expired before it was signed', '', { cause }) : cause
    }
  },

  logout: async (context, user) => {
    const attempt = context.signing.begin()
    try {
      const { link } = createLink(context, attempt, null)
      await link.clearSessions(sessionsOf(context))
      // A list that was damaged does not name it.
      await link.removeSession(sessionsOf(context), signerOf(user), ChainId.from(context.settings.network.chainId))
    } finally {
      attempt.close()
    }
  },
}

const signerOf = ({ accountName, requestPermission }: User) =>
  PermissionLevel.from({ actor: accountName, permission: requestPermission })

const STEPS: Record<Purpose, string> = { login: 'logging in with Anchor', sign: 'signing with Anchor' }

/** Somebody who cancelled knows it: no dialog (specification, section 8). */
async function inDialog<T>(
  { signing }: WalletContext,
  purpose: Purpose,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const attempt = signing.begin()
  attempt.show({ name: 'preparing' })
  try {
    return await work(attempt)
  } catch (cause) {
    const error = fromUnknown(cause, STEPS[purpose])
    if (error.kind === 'cancelled') attempt.close()
    else attempt.show({ name: 'failure', purpose, error })
    throw error
  }
}

/** An account that the chain does not know cannot have signed the proof. */
function unproven(cause: unknown): WalletError {
  const error = fromUnknown(cause, STEPS.login)
  return error.kind === 'chain' ? failure('identity', error.detail, cause) : error
}

/** A session that is lost does not keep anybody from signing: the request goes there by hand. */
function agreeToSignManually(attempt: Attempt): Promise<void> {
  const error = failure('storage')
  const agreed = abortable<void>(attempt.signal, (resolve) => {
    attempt.show({ name: 'unreachable', device: '', error, signManually: resolve })
  })
  return agreed.catch(() => {
    throw error
  })
}
