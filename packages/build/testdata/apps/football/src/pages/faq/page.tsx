import { definePage } from '@fieldhouse/edition-kit'
import { Main } from '../../Main'

export const page = definePage({
  path: '/football/faq',
  look: 'football',
  data: ['rowDrops'],
  menu: { place: 1, name: { en: 'FAQ', es: 'FAQ (es)' } },
  title: { en: 'FAQ', es: 'FAQ (es)' },
  description: { en: 'About FAQ', es: 'Sobre FAQ' },
  Main,
})
