import { defineTexts } from '@fieldhouse/i18n'

/** What the standard pages say of the sport. */
export const texts = defineTexts({
  en: {
    sport: '__english__',
    home: {
      text: 'Five cards make a side. Yours plays every game night, and the cards stay in your wallet.',
      more: 'How a card is built',
    },
    blog: {
      title: '__English__ blog',
      description: 'What is new in __english__: rules, coming packs and the last game night.',
      heading: 'Blog',
      opening:
        'What is new on this floor: which rule changed, which pack comes next, and how the last game night went. All floors share one notebook, so others turn up here too.',
    },
    cards: {
      title: '__English__ cards: how they are built',
      description: 'The five tiers of __english__ cards, how many copies of each exist and how to tell them apart.',
      menu: 'Cards Structure',
      menuText: 'Tiers, copies, odds',
    },
  },
  es: {
    sport: '__spanish__',
    home: {
      text: 'Cinco cartas hacen un equipo. El tuyo juega cada noche de partido, y las cartas se quedan en tu cartera.',
      more: 'Cómo se hace una carta',
    },
    blog: {
      title: 'Blog de __spanish__',
      description: 'Lo nuevo en __spanish__: reglas, sobres que vienen y la última noche de partido.',
      heading: 'Blog',
      opening:
        'Lo nuevo en esta pista: qué regla ha cambiado, qué sobre viene y cómo fue la última noche de partido. Todas las pistas comparten cuaderno, así que las otras también asoman por aquí.',
    },
    cards: {
      title: 'Cartas de __spanish__: cómo se hacen',
      description: 'Las cinco categorías de cartas de __spanish__, cuántas copias hay y cómo reconocerlas.',
      menu: 'Las cartas',
      menuText: 'Categorías, copias y probabilidades',
    },
  },
})
