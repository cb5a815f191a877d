import type { Drop } from '@fieldhouse/chain-data'
import type { Language } from '@fieldhouse/contract'

/** What the site's operator says of a sale that is paused. */
export interface Pause {
  text: string
  /** Epoch milliseconds. */
  since: number
}

/** The notice of a drop's sale in a language; null while it is not paused. */
export function pauseOf({ paused }: Pick<Drop, 'paused'>, language: Language): Pause | null {
  if (typeof paused !== 'object' || paused === null) return null
  const { [language]: text, en, since } = paused as Record<string, unknown>
  const said = typeof text === 'string' && text !== '' ? text : en
  const at = Date.parse(String(since))
  return { text: typeof said === 'string' ? said : '', since: Number.isNaN(at) ? 0 : at }
}
