import { defineTexts, useTexts } from '@fieldhouse/i18n'

export const dropTexts = defineTexts({
  en: {
    region: 'Packs on sale',
    live: 'Sale is live!',
    paused: 'Sale paused',
    opensIn: 'Opens in',
    opens: 'Opens',
    endsIn: 'Ends in',
    ends: 'Ends',
    closed: 'Closed',
    soldout: 'Sold out',
    ended: 'Sale over',
    closing: 'Closing now',
    opening: 'Opening now',
    median: 'at the current median price',
    fixed: 'fixed in WAX',
    free: 'Free',
    otherToken: 'Priced in another token',
    unsold: 'Cannot be bought here',
    decimal: '.',
    left: '{{amount}} of {{total}} left',
    packs: 'Packs: {{amount}}',
    noLimit: 'No limit while the sale lasts',
    login: 'Login to Buy',
    buy: 'Buy',
    wait: 'One moment…',
    unloaded: 'It did not load. Try again.',
    emptyTitle: 'No packs on sale',
    emptyText: 'The next ones show up here.',
  },
  es: {
    region: 'Sobres a la venta',
    live: '¡Venta abierta!',
    paused: 'Venta en pausa',
    opensIn: 'Abre en',
    opens: 'Abre',
    endsIn: 'Cierra en',
    ends: 'Cierra',
    closed: 'Cerrada',
    soldout: 'Agotado',
    ended: 'Terminó',
    closing: 'Está cerrando',
    opening: 'Está abriendo',
    median: 'al precio mediano del momento',
    fixed: 'fijo en WAX',
    free: 'Gratis',
    otherToken: 'Con precio en otra moneda',
    unsold: 'No se puede comprar aquí',
    decimal: ',',
    left: 'Hay {{amount}} de {{total}}',
    packs: 'Sobres: {{amount}}',
    noLimit: 'Sin límite mientras dure la venta',
    login: 'Entra y compra',
    buy: 'Comprar',
    wait: 'Un momento…',
    unloaded: 'No se ha cargado. Inténtalo de nuevo.',
    emptyTitle: 'Nada a la venta',
    emptyText: 'Los próximos aparecerán aquí.',
  },
})

/** The texts of a drop and of its button. */
export const useDropTexts = () => useTexts(dropTexts).t

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
