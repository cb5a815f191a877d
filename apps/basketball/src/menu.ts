import type { MenuGroup } from '@fieldhouse/edition-kit'

/** The pages that explain the game: one group, as football's (specification, section 2, Routes). */
export const LEARN_MORE: MenuGroup = { place: 1, name: { en: 'Learn More', es: 'Saber más' } }
