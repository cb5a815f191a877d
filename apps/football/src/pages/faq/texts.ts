import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    opening:
      'The questions we hear most, answered briefly. To look around you need nothing; to buy a pack you need a WAX account, and Cloud Wallet opens one in your browser in a few minutes. We never ask for your keys, and nobody from our side will ever write to you first.',
  },
  es: {
    opening:
      'Lo que más nos preguntan, con respuestas cortas. Para mirar no hace falta nada; para comprar un sobre hace falta una cuenta de WAX, y con Cloud Wallet se abre en el navegador en unos minutos. Nunca te pediremos tus claves, y nadie de la casa te va a escribir primero.',
  },
})
