import { definePage } from '@fieldhouse/edition-kit'
import { BLOG } from '../../paths'
import { Blog } from './Blog'

export const page = definePage({
  path: BLOG,
  data: ['PostsMedium'],
  look: 'football',
  menu: { place: 2, name: { en: 'Blog', es: 'Blog' } },
  title: { en: 'Blog', es: 'Blog' },
  description: {
    en: 'News from the building: changes, coming packs and the last game night.',
    es: 'Noticias de la casa: cambios, sobres que vienen y la última noche de partido.',
  },
  Main: Blog,
})
