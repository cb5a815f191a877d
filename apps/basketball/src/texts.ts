import { defineTexts } from '@fieldhouse/i18n'

/** What the standard pages say of basketball. */
export const texts = defineTexts({
  en: {
    sport: 'basketball',
    home: {
      text: 'Five cards make a side. Yours plays every game night, and the cards stay in your wallet.',
      more: 'How a card is built',
    },
    blog: {
      title: 'Basketball blog',
      description: 'What is new on the court: rules, upcoming packs and the last game night, as the house tells it.',
      heading: 'Courtside',
      opening:
        'What we tell each other on the bench: which rule changed, which pack comes next, who stole the last game night. Both floors share one notebook, so football turns up here too. We never write just to fill a week.',
    },
    cards: {
      title: 'Basketball cards: how they are built',
      description: 'The five tiers of basketball cards, how many copies of each exist and how to tell them apart.',
      menu: 'Cards Structure',
      menuText: 'Cuts, copies, odds',
    },
  },
  es: {
    sport: 'baloncesto',
    home: {
      text: 'Cinco cartas hacen un equipo. El tuyo juega cada noche de partido, y las cartas se quedan en tu cartera.',
      more: 'Cómo se hace una carta',
    },
    blog: {
      title: 'Blog de baloncesto',
      description:
        'Lo nuevo en la cancha: reglas, próximos sobres y la última noche de partido, tal como lo cuenta la casa.',
      heading: 'A pie de cancha',
      opening:
        'Lo que nos contamos en el banquillo: qué regla ha cambiado, qué sobre viene y quién se llevó la última noche de partido. Las dos plantas comparten cuaderno, así que el fútbol americano también asoma por aquí. No escribimos por llenar la semana.',
    },
    cards: {
      title: 'Cartas de baloncesto: cómo se hacen',
      description: 'Las cinco categorías de cartas de baloncesto, cuántas copias hay y cómo reconocerlas.',
      menu: 'Las cartas',
      menuText: 'Cortes, copias y probabilidades',
    },
  },
})
