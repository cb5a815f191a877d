import { look } from '@fieldhouse/look-__name__'
import { Inside as PackInside } from '@fieldhouse/sale'

/** What is in the packs of the drop of the page's address. */
export const Inside = () => <PackInside look={look} />
