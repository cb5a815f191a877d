import type { en } from './en'

export const es: typeof en = {
  home: {
    title: 'Elige a tus',
    text: 'Once cartas hacen un equipo. El tuyo juega cada noche de partido, y las cartas se quedan en tu cartera.',
    packs: 'Ver los sobres',
    more: 'Cómo va una noche de partido',
  },
  sale: {
    title: 'Los sobres',
    text: 'Lo que hay a la venta ahora mismo, tal como lo dice la cadena: precio, cuántos quedan y cuándo abre o cierra.',
  },
  more: 'Más desde el campo',
  titles: {
    'daily-fantasy': 'Nuestro sistema',
    cards: 'Estructura de las cartas',
    'card-rental': 'Alquiler de cartas',
    tokenomics: 'Tokenómica',
    team: 'El equipo',
    superbowl: 'SuperBowl',
    blog: 'Blog',
    faq: 'Preguntas',
  },
}
