import { Card } from '@fieldhouse/design'
import { definePage } from '@fieldhouse/edition-kit'
import { Blog } from '@fieldhouse/editorial'
import { FootballFloor, footballDeck } from '@fieldhouse/look-football'
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
    <InnerPage>
      <Blog
        texts={texts}
        floor={<FootballFloor />}
        card={<Card deck={footballDeck} templateId={700278} mint={9214} />}
      />
    </InnerPage>
  ),
})
