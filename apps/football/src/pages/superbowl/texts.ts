import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    opening:
      'The season ends in one night: the final of our own invented league, which we call the SuperBowl. Sides earn their place over the weeks before, and for the final every line-up is shown to everybody. It is the one night when the whole building watches the same field.',
  },
  es: {
    opening:
      'La temporada se acaba en una noche: la final de nuestra liga inventada, que llamamos SuperBowl. Los equipos se ganan el sitio en las semanas anteriores, y para la final todas las alineaciones están a la vista. Es la única noche en que todo el pabellón mira al mismo campo.',
  },
})
