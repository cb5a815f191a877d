import type { Drop } from '@fieldhouse/chain-data'
import type { Language } from '@fieldhouse/contract'

/** What the site's operator says of a paused sale in a language, `since` in epoch milliseconds; null while it is not paused. */
export function pauseOf({ paused }: Pick<Drop, 'paused'>, language: Language): { text: string; since: number } | null {
  if (typeof paused !== 'object' || paused === null) return null
  const { [language]: own, en, since } = paused as Record<string, unknown>
  const text = [own, en].find((said) => typeof said === 'string' && said !== '')
  return { text: String(text ?? ''), since: Date.parse(String(since)) || 0 }
}
