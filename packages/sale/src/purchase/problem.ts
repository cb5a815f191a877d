import type { Refusal } from '@fieldhouse/chain-data/purchase'
import type { Language } from '@fieldhouse/contract'
import { formatDateTime, formatNumber, formatWax, type TextKey, type Translate } from '@fieldhouse/i18n'
import type { formTexts } from './form-texts'

type FormTranslate = Translate<TextKey<typeof formTexts>>

/** What keeps a purchase from being made. */
export type Problem =
  /** The contract would not sell. `isRefused`: it was signed, and the chain refused it. */
  | { kind: 'refusal'; refusal: Refusal; isRefused?: boolean }
  /** It costs more than was agreed to: the visitor is asked again. `usd`: what that was in dollars. `isRefused` as above. */
  | { kind: 'moved'; deposit: bigint; agreed: bigint; usd?: string; isRefused?: boolean }
  /**
   * `elsewhere`: another tab of this site buys, or has just bought the same. `underway`: it is not known yet how an earlier one
   * ended. `made`: an earlier one that was refused is in the chain. `absent`: the chain moved on without it. `unread`: the
   * gateway cannot say what it costs. `unloaded`: the part of the page that signs could not be fetched.
   */
  | { kind: 'elsewhere' | 'underway' | 'made' | 'absent' | 'unread' | 'unloaded' }
  /** The wallet or the chain said no, as `explain` puts it. */
  | { kind: 'explained'; title: string; text: string }

/**
 * A problem in plain words.
 *
 * @param isLimitPassing whether the account limit counts anew after a while
 */
export function wordsOf(problem: Problem, isLimitPassing: boolean, t: FormTranslate, language: Language): string {
  switch (problem.kind) {
    case 'refusal':
      return `${refusalWords(problem.refusal, isLimitPassing, t, language)}${problem.isRefused ? ` ${t('unpaid')}` : ''}`
    case 'moved':
      return t('moved', { wax: formatWax(problem.deposit, language).text })
    case 'explained':
      return `${problem.title}. ${problem.text}`
    default:
      return t(problem.kind)
  }
}

/** Each reason's sentence takes of these what it names. */
function refusalWords(refusal: Refusal, isLimitPassing: boolean, t: FormTranslate, language: Language): string {
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
