import { definePage } from '@fieldhouse/edition-kit'
import { Posts } from '../../blog/Posts'
import { InnerPage } from '../../InnerPage'
import { BLOG } from '../../paths'
import { texts } from './texts'

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
  Main: () => (
    <InnerPage texts={texts} card={{ templateId: 749150, mint: 9214 }}>
      <Posts />
    </InnerPage>
  ),
})
