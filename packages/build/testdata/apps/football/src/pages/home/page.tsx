import { definePage } from '@fieldhouse/edition-kit'
import { Main } from '../../Main'

export const page = definePage({
  path: '/football',
  look: 'football',
  data: ['rowDrops'],
  menu: { place: 1, name: { en: 'Football', es: 'Football (es)' } },
  title: { en: 'Football', es: 'Football (es)' },
  description: { en: 'About Football', es: 'Sobre Football' },
  Main,
})
