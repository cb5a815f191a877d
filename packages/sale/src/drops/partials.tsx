import { type EditionLook, linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactElement } from 'react'
import { OwnDrop } from '../drop-page/OwnDrop'
import { StillRate, StillSlip } from '../drop-page/StillSlip'
import { type BuyButtonProps, BuyLink } from '../purchase/BuyButton'
import { Drop } from './Drop'
import { NoDrops } from './DropPanel'
import { DROP_VARIANTS, dropMarks, PRICES } from './fields'
import { stillTexts } from './still-texts'

type Partials = Record<string, () => ReactElement>

/** On a page where nothing is bought the way is to the pack's own. */
function See({ id, name, pages }: Pick<BuyButtonProps, 'id' | 'name'> & { pages: string }) {
  const { t } = useTexts(stillTexts)
  return (
    <a className={linkStyles.button} href={`${pages}/${id}`} aria-label={`${t('see')}: ${name}`}>
      {t('see')}
    </a>
  )
}

/**
 * The partials of the lists `drops` and `drop`, and of a post's pack, which stands as in the list: each state, those with a price by what it is in. In the list each stands also
 * with the large place of the first, beside the one for none; in its own page it has that place.
 *
 * @param pages where the drops have their pages, such as `/<edition>/drops`
 */
export function dropPartials(look: EditionLook, pages: string): Record<'drops' | 'drop' | 'posts.pack', Partials> {
  const drops: Partials = { empty: () => <NoDrops /> }
  const own: Partials = {}
  const packs: Partials = {}
  for (const variant of DROP_VARIANTS) {
    // What is over shows no price.
    for (const price of /soldout|ended/.test(variant) ? (['usd'] as const) : PRICES) {
      const name = price === 'usd' ? variant : `${variant}-${price}`
      const shown = { variant, price, fields: dropMarks() }
      const pack = { id: shown.fields.id, name: shown.fields.name }
      const listed = (button: ReactElement, lead = false) => <Drop {...{ look, pages, ...shown, lead, button }} />
      own[name] = () => (
        <OwnDrop {...shown} rate={<StillRate />}>
          <StillSlip {...shown} />
        </OwnDrop>
      )
      // A list shows of a paused sale what is known, whatever it is priced in.
      if (variant === 'live-paused' && price !== 'usd') continue
      drops[name] = () => listed(<BuyLink {...pack} isOutlined />)
      drops[`${name}-lead`] = () => listed(<BuyLink {...pack} />, true)
      if (!/soldout|ended/.test(variant)) packs[name] = () => listed(<See {...pack} pages={pages} />)
    }
  }
  return { drops, drop: own, 'posts.pack': packs }
}
