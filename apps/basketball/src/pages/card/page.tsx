import { CardPage } from '@fieldhouse/collection'
import { definePage, Island } from '@fieldhouse/edition-kit'
import { BasketballFloor } from '@fieldhouse/look-basketball'
import { Foil } from '../../islands/Foil'
import { Card } from './islands/Card'

export const page = definePage({
  path: '/basketball/my-cards/card',
  look: 'basketball',
  noindex: true,
  title: { en: 'A basketball card', es: 'Una carta de baloncesto' },
  description: {
    en: 'One basketball card, large: which copy it is, who owns it, and where it can be bought.',
    es: 'Una carta de baloncesto, en grande: qué copia es, de quién es y dónde se puede comprar.',
  },
  Main: () => (
    <CardPage floor={<BasketballFloor />}>
      <Island hidden of={Foil} when="intent" props={{}} />
      <Island of={Card} when="sight" props={{}} />
    </CardPage>
  ),
})
