import type { EditionLook } from '@fieldhouse/design'
import type { ReactElement } from 'react'
import { OwnDrop } from '../drop-page/OwnDrop'
import { StillRate, StillSlip } from '../drop-page/StillSlip'
import { BuyLink } from '../purchase/BuyButton'
import { Drop } from './Drop'
import { NoDrops } from './DropPanel'
import { DROP_VARIANTS, dropMarks, PRICES } from './fields'

type Partials = Record<string, () => ReactElement>

/**
 * The partials of the lists `drops` and `drop`: each state, those with a price by what it is in. In the list each stands also
 * with the large place of the first, beside the one for none; in its own page it has that place.
 *
 * @param pages where the drops have their pages, such as `/<edition>/drops`
 */
export function dropPartials(look: EditionLook, pages: string): Record<'drops' | 'drop', Partials> {
  const drops: Partials = { empty: () => <NoDrops /> }
  const own: Partials = {}
  for (const variant of DROP_VARIANTS) {
    // What is over shows no price.
    for (const price of /soldout|ended/.test(variant) ? (['usd'] as const) : PRICES) {
      const name = price === 'usd' ? variant : `${variant}-${price}`
      const shown = { variant, price, fields: dropMarks() }
      const drop = { look, pages, ...shown, Buy: BuyLink }
      own[name] = () => (
        <OwnDrop {...shown} rate={<StillRate />}>
          <StillSlip {...shown} />
        </OwnDrop>
      )
      // A list shows of a paused sale what is known, whatever it is priced in.
      if (variant === 'live-paused' && price !== 'usd') continue
      drops[name] = () => <Drop {...drop} />
      drops[`${name}-lead`] = () => <Drop {...drop} lead />
    }
  }
  return { drops, drop: own }
}
