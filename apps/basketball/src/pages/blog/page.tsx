import { Card } from '@fieldhouse/design'
import { definePage } from '@fieldhouse/edition-kit'
import { Blog } from '@fieldhouse/editorial'
import { BasketballFloor, basketballDeck } from '@fieldhouse/look-basketball'
import { InnerPage } from '../../InnerPage'
import { BLOG } from '../../paths'
import { texts } from './texts'

export const page = definePage({
  path: BLOG,
  data: ['PostsMedium'],
  look: 'basketball',
  menu: { place: 2, name: { en: 'Blog', es: 'Blog' } },
  title: { en: 'Basketball blog', es: 'Blog de baloncesto' },
  description: {
    en: 'What is new on the court: rules, coming packs and the last game night, as the house wrote it.',
    es: 'Lo nuevo en la cancha: reglas, sobres que vienen y la última noche de partido, tal como lo escribe la casa.',
  },
  Main: () => (
    <InnerPage>
      <Blog
        texts={texts}
        floor={<BasketballFloor />}
        card={<Card deck={basketballDeck} templateId={704444} mint={118} />}
      />
    </InnerPage>
  ),
})
