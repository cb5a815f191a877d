import { definePage } from '@fieldhouse/edition-kit'
import { InnerPage } from '../../InnerPage'
import { texts } from './texts'

export const page = definePage({
  path: '/football/blog',
  look: 'football',
  menu: { place: 2, name: { en: 'Blog', es: 'Blog' } },
  title: { en: 'Blog', es: 'Blog' },
  description: {
    en: 'News from the building: changes, coming packs and the last game night.',
    es: 'Noticias de la casa: cambios, sobres que vienen y la última noche de partido.',
  },
  Main: () => <InnerPage texts={texts} card={{ templateId: 749150, mint: 9214 }} />,
})
