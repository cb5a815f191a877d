import { basketball } from '@fieldhouse/look-basketball'
import { Inside as PackInside } from '@fieldhouse/sale'

/** What is in the packs of the drop of the page's address. */
export const Inside = () => <PackInside look={basketball} />
