import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    opening:
      'Every card shows an invented athlete with a number, a position and a team, and belongs to one of five tiers: Walk-on, Starter, Captain, Marquee and Rafters. The tier says how many copies exist, from 18,000 down to 25. You can tell it by the cut of the card and the marks in its corner, with no need for colour.',
  },
  es: {
    opening:
      'Cada carta muestra a un deportista inventado, con número, posición y equipo, y es de una de cinco categorías: Cantera, Titular, Capitán, Figura y Leyenda. La categoría dice cuántas copias hay, de 18.000 a solo 25. Se reconoce por el corte de la carta y por las marcas de la esquina, sin mirar el color.',
  },
})
