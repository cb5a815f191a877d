import { defineTexts } from '@fieldhouse/i18n'

/** What a page without script says. */
export const unscriptedTexts = defineTexts({
  en: {
    buying: 'To buy, switch on JavaScript',
    notRead: 'The packs could not be read. Load the page again in a moment.',
  },
  es: {
    buying: 'Para comprar, activa JavaScript',
    notRead: 'No se han podido leer los sobres. Vuelve a cargar la página en un momento.',
  },
})
