import { definePage, Island } from '@fieldhouse/edition-kit'
import { FootballFloor, football } from '@fieldhouse/look-football'
import { DropPage } from '@fieldhouse/sale'
import { DROPS } from '../../paths'
import { Inside } from './islands/Inside'
import { Sale } from './islands/Sale'

export const page = definePage({
  path: `${DROPS}/:id`,
  item: 'drops',
  look: 'football',
  data: ['rowDrops', 'medianPrice'],
  title: { en: '@item/name@: a football pack', es: '@item/name@: un sobre de fútbol americano' },
  description: {
    en: '@item/description@ What it costs in dollars and WAX, how many are left, and when the sale opens and ends.',
    es: '@item/description@ Lo que cuesta en dólares y en WAX, cuántos quedan y cuándo abre y cierra la venta.',
  },
  Main: () => (
    <DropPage
      look={football}
      floor={<FootballFloor />}
      sale="/football#packs"
      inside={<Island of={Inside} when="sight" props={{}} />}
    >
      <Island of={Sale} when="idle" props={{}} />
    </DropPage>
  ),
})
