import type { MenuGroup } from '@fieldhouse/edition-kit'

/** The menu's group with the pages that explain the game (specification, section 2, Routes). */
export const LEARN_MORE: MenuGroup = { place: 1, name: { en: 'Learn More', es: 'Saber más' } }
