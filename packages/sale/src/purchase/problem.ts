import type { Refusal } from '@fieldhouse/chain-data/purchase'
import type { Language } from '@fieldhouse/contract'
import { formatDateTime, formatNumber, formatWax, type TextKey, type Translate } from '@fieldhouse/i18n'
import type { formTexts } from './form-texts'

type FormText = TextKey<typeof formTexts>

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

/** Each reason's sentence takes of these what it names. */
function refusalWords(refusal: Refusal, isLimitPassing: boolean, t: SayInForm, language: Language): string {
  const { reason } = refusal
  const shown = Object.entries(refusal).map(([name, value]) => [
    name,
    typeof value === 'bigint'
      ? name === 'missing'
        ? formatWax(value, language).text
        : formatNumber(value, language)
      : value,
  ])
  const time = reason === 'not-started' ? formatDateTime(refusal.startsAt, language) : ''
  const key = reason !== 'limit' || refusal.left > 0n ? reason : isLimitPassing ? 'limitForNow' : 'limitReached'
  return t(`refusals.${key}`, { ...Object.fromEntries(shown), time })
}
