import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    opening:
      'A card that would sit on your bench can play on another side for a while. The owner sets the terms, the borrower plays it, and when the time is over it is back where it came from. It never changes hands: the chain keeps the owner written on it all along.',
  },
  es: {
    opening:
      'Una carta que en tu banquillo no juega puede hacerlo un tiempo en otro equipo. El dueño pone las condiciones, el otro la usa y, cuando se acaba el plazo, vuelve a su sitio. Nunca cambia de manos: en la cadena el dueño sigue siendo el mismo.',
  },
})
