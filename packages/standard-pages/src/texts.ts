import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    home: {
      title: '{{sport}}: pick your {{side}}',
      description:
        '{{sport}} cards in five tiers and the packs on sale right now, with their price in dollars and WAX.',
      heading: 'Pick your',
      packs: 'See the packs',
    },
    drop: {
      title: '@item/name@: a {{sport}} pack',
      description:
        '@item/description@ What it costs in dollars and WAX, how many are left, and when the sale opens and ends.',
    },
    myCards: {
      title: 'My {{sport}} cards',
      description:
        'The {{sport}} cards in your wallet on one wall: find one, take a close look, and open the packs you bought.',
    },
    card: {
      title: 'A {{sport}} card',
      description: 'One {{sport}} card, large: which copy it is, who owns it, and where it can be bought.',
    },
    receipt: {
      title: 'Your receipt: {{sport}} packs',
      description: 'What you paid for {{sport}} packs, when, and in which transaction.',
    },
    claims: {
      title: 'Claims: {{sport}} packs waiting for you',
      description: 'The {{sport}} packs that are already yours. Collect them all with one signature.',
    },
    wall: {
      title: '@item/account@: a {{sport}} wall',
      description: 'The {{sport}} cards of @item/account@, the rarest from the beam. Anyone can look.',
    },
  },
  es: {
    home: {
      title: '{{sport}}: elige a tus {{side}}',
      description:
        'Cartas de {{sport}} en cinco categorías y los sobres a la venta ahora, con su precio en dólares y en WAX.',
      heading: 'Elige a tus',
      packs: 'Ver los sobres',
    },
    drop: {
      title: '@item/name@: un sobre de {{sport}}',
      description:
        '@item/description@ Lo que cuesta en dólares y en WAX, cuántos quedan y cuándo abre y cierra la venta.',
    },
    myCards: {
      title: 'Mis cartas de {{sport}}',
      description:
        'Las cartas de {{sport}} de tu cartera en un muro: busca una, mírala de cerca y abre los sobres que compraste.',
    },
    card: {
      title: 'Una carta de {{sport}}',
      description: 'Una carta de {{sport}}, en grande: qué copia es, de quién es y dónde se puede comprar.',
    },
    receipt: {
      title: 'Tu recibo: sobres de {{sport}}',
      description: 'Lo que pagaste por tus sobres de {{sport}}, cuándo y en qué transacción.',
    },
    claims: {
      title: 'Recogida: sobres de {{sport}} que te esperan',
      description: 'Los sobres de {{sport}} que ya son tuyos. Recógelos todos con una sola firma.',
    },
    wall: {
      title: '@item/account@: un muro de {{sport}}',
      description: 'Las cartas de {{sport}} de @item/account@, con las más raras en la viga. Puede mirar quien quiera.',
    },
  },
})
