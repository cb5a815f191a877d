import type { RouteDefinition } from '@fieldhouse/edition-kit/prerender'

export const routes: RouteDefinition[] = [
  {
    path: '/basketball',
    header: 'basketball',
    footer: 'basketball',
    data: ['rowDrops', 'medianPrice'],
    title: { en: 'Basketball: pick your 5 · @setting/product@', es: 'Baloncesto: elige a tus 5 · @setting/product@' },
    description: {
      en: 'Basketball cards in five tiers and the packs on sale right now, with their price in dollars and WAX.',
      es: 'Cartas de baloncesto en cinco categorías y los sobres a la venta ahora, con su precio en dólares y en WAX.',
    },
  },
]
