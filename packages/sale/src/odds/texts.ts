import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'How often',
    text: 'What a card out of a pack is, as the chain prints it on each sale. Choose a pack.',
    pack: 'Pack',
    caption: 'Chances of each card in {{pack}}',
    tier: 'Tier',
    copies: 'Copies of each',
    chance: 'Chance of one card',
    cards: 'One in so many cards, on average',
    average:
      'An average is not a promise: whoever opens that many cards may find none, and about one in three does. A pack can guarantee a tier besides; its own page says so.',
    reading: 'Reading the packs from the chain.',
    unread: 'The packs cannot be read from the chain right now. This table fills by itself once they can.',
    none: 'No pack prints its odds at the moment. They stand here as soon as one does.',
    unscripted: 'The odds are read from the chain by your browser, which needs JavaScript for it.',
  },
  es: {
    title: 'Cada cuánto',
    text: 'Qué puede ser una carta de un sobre, tal como la cadena lo imprime en cada venta. Elige un sobre.',
    pack: 'Sobre',
    caption: 'Probabilidades de cada carta en {{pack}}',
    tier: 'Categoría',
    copies: 'Copias de cada una',
    chance: 'Probabilidad de una carta',
    cards: 'Una de cada tantas cartas, de media',
    average:
      'Una media no es una promesa: quien abra esas cartas puede no encontrar ninguna, y le pasa a uno de cada tres. Un sobre puede además garantizar una categoría; lo dice su página.',
    reading: 'Leyendo los sobres de la cadena.',
    unread: 'Ahora mismo no se pueden leer los sobres de la cadena. La tabla se rellena sola en cuanto se pueda.',
    none: 'Ahora ningún sobre imprime sus probabilidades. Estarán aquí en cuanto lo haga uno.',
    unscripted: 'Las probabilidades las lee tu navegador de la cadena, y para eso necesita JavaScript.',
  },
})
