import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'How often',
    text: 'What a card from a pack can be, as each sale publishes it on the chain. Choose a pack.',
    pack: 'Pack',
    caption: 'Chances of each card in {{pack}}',
    tier: 'Tier',
    copies: 'Copies of each',
    chance: 'Chance of one card',
    cards: 'One in so many cards, on average',
    average:
      'An average is not a promise: of those who open that many cards, about one in three finds none. Some packs guarantee a tier as well; their own page says so.',
    reading: 'Reading the packs from the chain.',
    unread: 'The packs cannot be read from the chain right now. This table fills by itself once they can.',
    none: 'No pack shows its odds right now. You will see them here as soon as one does.',
    unscripted: 'To see the odds, switch on JavaScript.',
  },
  es: {
    title: 'Cada cuánto',
    text: 'Qué puede ser una carta de un sobre, según publica cada venta en la cadena. Elige un sobre.',
    pack: 'Sobre',
    caption: 'Probabilidades de cada carta en {{pack}}',
    tier: 'Categoría',
    copies: 'Copias de cada una',
    chance: 'Probabilidad de una carta',
    cards: 'Una de cada tantas cartas, de media',
    average:
      'Una media no es una promesa: de quienes abren tantas cartas, a uno de cada tres no le sale ninguna. Algunos sobres garantizan además una categoría; lo dice su página.',
    reading: 'Leyendo los sobres de la cadena.',
    unread: 'Ahora mismo no se pueden leer los sobres de la cadena. La tabla se rellena sola en cuanto se pueda.',
    none: 'Ahora ningún sobre muestra sus probabilidades. Las verás aquí en cuanto lo haga uno.',
    unscripted: 'Para ver las probabilidades, activa JavaScript.',
  },
})
