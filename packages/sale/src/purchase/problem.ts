import type { Refusal } from '@fieldhouse/chain-data/purchase'
import type { Language } from '@fieldhouse/contract'
import { formatDateTime, formatNumber, formatWax, type TextKey, type Translate } from '@fieldhouse/i18n'
import type { formTexts } from './form-texts'

type FormText = TextKey<typeof formTexts>
type RefusalText = FormText extends infer Key ? (Key extends `refusals.${infer Name}` ? Name : never) : never

/** The texts of the form. */
export type SayInForm = Translate<FormText>

/** What keeps a purchase from being made. */
export type Problem =
  /** The contract would not sell. */
  | { kind: 'refusal'; refusal: Refusal }
  /** It costs more than was agreed to: the visitor is asked again. */
  | { kind: 'moved'; deposit: bigint; agreed: bigint }
  /** Another tab of this site buys, or has just bought the same. */
  | { kind: 'elsewhere' }
  /** It is not known yet how an earlier one ended. */
  | { kind: 'underway' }
  /** The line is longer than a signature holds: there is a place in it instead. */
  | { kind: 'line' }
  /** The chain went on without it. */
  | { kind: 'absent' }
  /** The gateway cannot say what it costs. */
  | { kind: 'unread' }
  /** The part of the page that signs could not be fetched. */
  | { kind: 'unloaded' }
  /** The wallet or the chain said no, in the words that are for people. */
  | { kind: 'said'; title: string; text: string }

/**
 * A problem in plain words.
 *
 * @param isLimitPassing whether the account limit counts anew after a while
 */
export function wordsOf(problem: Problem, isLimitPassing: boolean, t: SayInForm, language: Language): string {
  switch (problem.kind) {
    case 'refusal':
      return refusalWords(problem.refusal, isLimitPassing, t, language)
    case 'moved':
      return t('moved', { wax: formatWax(problem.deposit, language).text })
    case 'unread':
    case 'unloaded':
    case 'elsewhere':
    case 'underway':
    case 'absent':
      return t(problem.kind)
    case 'line':
      return ''
    case 'said':
      return `${problem.title}. ${problem.text}`
  }
}

function refusalWords(refusal: Refusal, isLimitPassing: boolean, t: SayInForm, language: Language): string {
  const number = (value: bigint) => formatNumber(value, language)
  const say = (key: RefusalText, values?: Record<string, string>) => t(`refusals.${key}`, values)
  switch (refusal.reason) {
    case 'not-started':
      return say('not-started', { time: formatDateTime(refusal.startsAt, language) })
    case 'left':
      return say('left', { left: number(refusal.left) })
    case 'limit': {
      const values = { limit: number(refusal.limit), left: number(refusal.left) }
      return say(refusal.left > 0n ? 'limit' : isLimitPassing ? 'limitForNow' : 'limitReached', values)
    }
    case 'quantity':
      return say('quantity', { most: number(refusal.most) })
    case 'partner':
      return say('partner', { code: refusal.code })
    case 'balance':
      return say('balance', { missing: formatWax(refusal.missing, language).text })
    default:
      return say(refusal.reason)
  }
}
