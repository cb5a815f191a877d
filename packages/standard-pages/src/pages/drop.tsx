import { definePage, Island } from '@fieldhouse/edition-kit'
import { DropPage } from '@fieldhouse/sale'
import { dropsPath, type EditionProps, homePath, type StandardEdition, titled } from '../edition'
import { withProps } from './inner'

/** A pack on sale, and where it is bought. */
const Drop = ({ edition }: EditionProps) => (
  <DropPage
    look={edition.look}
    floor={<edition.Floor />}
    sale={`${homePath(edition)}#packs`}
    inside={<Island of="Inside" when="sight" props={{}} />}
  >
    <Island of="DropSale" when="idle" props={{}} />
  </DropPage>
)

export const dropPage = (edition: StandardEdition) =>
  definePage({
    path: `${dropsPath(edition)}/:id`,
    item: 'drops',
    look: edition.look.edition,
    data: ['rowDrops', 'medianPrice'],
    ...titled(edition, 'drop'),
    Main: withProps(Drop, { edition }),
  })
