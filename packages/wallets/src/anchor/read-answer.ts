import { parseJson } from '@fieldhouse/contract/browser'
import { Signature } from '@greymass/eosio'
import type { LinkCallbackResponse } from 'anchor-link'
import { failure } from '../errors/failure'

/** A longer answer is not one of a wallet, in characters. */
const ANSWER_MAX = 64 << 10

/** What every signed answer has (ESR, callback payload). */
const FIELDS = ['req', 'sa', 'sp'] as const

/**
 * Reads what a wallet sent to the callback, before anchor-link does, which says of what cannot be read only how it failed.
 *
 * @throws WalletError invalid-callback for what is no answer, no-signature for a signature that is none
 */
export function readAnswer(text: string): LinkCallbackResponse {
  const answer = text.length > ANSWER_MAX ? null : (parseJson(text) as Record<string, unknown> | null)
  if (typeof answer !== 'object' || answer === null) throw failure('callback', 'the answer cannot be read')
  if (typeof answer.rejected === 'string') return { rejected: answer.rejected }
  const missing = FIELDS.filter((field) => typeof answer[field] !== 'string')
  if (missing.length > 0) {
    throw failure('callback', `the answer is without ${missing.join(', ')}`)
  }
  for (const [name, value] of Object.entries(answer)) {
    if (!/^sig\d*$/.test(name)) continue
    try {
      Signature.from(value as string)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw failure('signature', `${name} cannot be read: ${reason}`)
    }
  }
  return answer as unknown as LinkCallbackResponse
}
