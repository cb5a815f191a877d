import type { EditionLook } from '@fieldhouse/design'
import type { ReactElement } from 'react'
import { Drop } from './Drop'
import { NoDrops } from './DropPanel'
import { DROP_VARIANTS, dropMarks, PRICES } from './fields'

/**
 * The partials of the list `drops`: each state, those with a price by what it is in, each also with the large place of the
 * first, and the one for none.
 */
export function dropPartials(look: EditionLook): Record<string, () => ReactElement> {
  const partials: Record<string, () => ReactElement> = { empty: () => <NoDrops /> }
  for (const variant of DROP_VARIANTS) {
    // What is over shows no price.
    for (const price of variant === 'soldout' || variant === 'ended' ? (['usd'] as const) : PRICES) {
      const name = price === 'usd' ? variant : `${variant}-${price}`
      const drop = { look, variant, price, fields: dropMarks() }
      partials[name] = () => <Drop {...drop} />
      partials[`${name}-lead`] = () => <Drop {...drop} lead />
    }
  }
  return partials
}
