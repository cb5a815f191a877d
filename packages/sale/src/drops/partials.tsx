import type { Sport } from '@fieldhouse/design'
import type { ReactElement } from 'react'
import { Drop } from './Drop'
import { NoDrops } from './DropPanel'
import { DROP_VARIANTS, dropMarks } from './fields'

/** The partials of the list `drops`: each state, each also with the large place of the first, and the one for none. */
export function dropPartials(sport: Sport): Record<string, () => ReactElement> {
  const partials: Record<string, () => ReactElement> = { empty: () => <NoDrops /> }
  for (const variant of DROP_VARIANTS) {
    partials[variant] = () => <Drop sport={sport} variant={variant} fields={dropMarks()} />
    partials[`${variant}-lead`] = () => <Drop sport={sport} variant={variant} fields={dropMarks()} lead />
  }
  return partials
}
