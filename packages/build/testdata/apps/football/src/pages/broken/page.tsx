import { definePage } from '@fieldhouse/edition-kit'
import { Main } from '../../Main'

export const page = definePage({
  path: '/football/broken',
  look: 'football',
  data: ['rowDrops'],
  menu: { place: 1, name: { en: 'Broken', es: 'Broken (es)' } },
  title: { en: 'Broken', es: 'Broken (es)' },
  description: { en: 'About Broken', es: 'Sobre Broken' },
  Main,
})
