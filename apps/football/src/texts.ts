import { defineTexts } from '@fieldhouse/i18n'

/** What the standard pages say of football. */
export const texts = defineTexts({
  en: {
    sport: 'football',
    home: {
      text: 'Eleven cards make a side. Yours plays every game night, and the cards stay in your wallet.',
      more: 'How a game night works',
    },
    blog: {
      title: 'Blog',
      description: 'News from the building: changes, upcoming packs and the last game night.',
      heading: 'Notebook',
      opening:
        'What changed on the field, which packs come next, and how the last game night went. We write when there is something to say. You can read every post here, or wherever you follow us.',
    },
    cards: {
      title: 'Cards Structure',
      description: 'The five tiers of football cards, how many copies of each exist and how to tell them apart.',
      menu: 'Cards Structure',
      menuText: 'Tiers, copies, odds',
    },
  },
  es: {
    sport: 'fútbol americano',
    home: {
      text: 'Once cartas hacen un equipo. El tuyo juega cada noche de partido, y las cartas se quedan en tu cartera.',
      more: 'Cómo va una noche de partido',
    },
    blog: {
      title: 'Blog',
      description: 'Noticias de la casa: cambios, próximos sobres y la última noche de partido.',
      heading: 'Cuaderno',
      opening:
        'Qué ha cambiado en el campo, qué sobres vienen y cómo fue la última noche de partido. Escribimos cuando hay algo que contar. Puedes leer cada entrada aquí o donde nos sigas.',
    },
    cards: {
      title: 'Estructura de las cartas',
      description: 'Las cinco categorías de cartas de fútbol americano, cuántas copias hay y cómo reconocerlas.',
      menu: 'Las cartas',
      menuText: 'Categorías, copias y probabilidades',
    },
  },
})
