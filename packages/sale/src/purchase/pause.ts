import type { Drop } from '@fieldhouse/chain-data'
import type { Language } from '@fieldhouse/contract'

type Paused = Pick<Drop, 'paused'>

/** What is said of it in a language; empty while it is not paused. */
export function pauseText({ paused }: Paused, language: Language): string {
  const { [language]: text, en } = Object(paused)
  return [text, en].find((said) => said && typeof said === 'string') ?? ''
}

/** What the site's operator says of a paused sale in a language, `since` in epoch milliseconds; null while it is not paused. */
export function pauseOf(drop: Paused, language: Language): { text: string; since: number } | null {
  const { paused } = drop
  if (typeof paused !== 'object' || paused === null) return null
  const at = Date.parse(String((paused as { since?: unknown }).since))
  return { text: pauseText(drop, language), since: Number.isNaN(at) ? 0 : at }
}
