import type { Partials } from '@fieldhouse/edition-kit'
import { itemPartial } from './roots'

export const partials: Partials = { navigation: { link: itemPartial } }
