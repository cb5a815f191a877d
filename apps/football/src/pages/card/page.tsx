import { CardPage } from '@fieldhouse/collection'
import { definePage, Island } from '@fieldhouse/edition-kit'
import { FootballFloor } from '@fieldhouse/look-football'
import { Foil } from '../../islands/Foil'
import { Card } from './islands/Card'

export const page = definePage({
  path: '/football/my-cards/card',
  look: 'football',
  noindex: true,
  title: { en: 'A football card', es: 'Una carta de fútbol americano' },
  description: {
    en: 'One football card, large: which copy it is, who owns it, and where it can be bought.',
    es: 'Una carta de fútbol americano, en grande: qué copia es, de quién es y dónde se puede comprar.',
  },
  Main: () => (
    <CardPage floor={<FootballFloor />}>
      <Island hidden of={Foil} when="intent" props={{}} />
      <Island of={Card} when="sight" props={{}} />
    </CardPage>
  ),
})
