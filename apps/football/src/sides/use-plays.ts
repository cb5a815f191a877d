import { useTexts } from '@fieldhouse/i18n'
import type { Play } from '../facts'
import { playTexts } from './play-texts'
import type { Night } from './scoring'

/** Says what an athlete did in a night: `7 stops, 1 steal`. */
export function usePlays(): (did: Night) => string {
  const { t } = useTexts(playTexts)
  return (did) => {
    const plays = Object.entries(did) as [Play, number][]
    return plays.length > 0 ? plays.map(([play, count]) => t(play, { count })).join(', ') : t('nothing')
  }
}
