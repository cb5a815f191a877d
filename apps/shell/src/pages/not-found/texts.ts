import { defineTexts } from '@fieldhouse/i18n'
export const notFoundTexts = defineTexts({
  en: {
    title: 'Out of bounds',
    text: 'There is no page at this address. It may have moved, or the address has a typing error. {{open}}',
    open: {
      one: 'The floor is open:',
      two: 'Both floors are open:',
      three: 'All floors are open:',
      four: 'All floors are open:',
    },
    home: 'Front page',
  },
  es: {
    title: 'Fuera del campo',
    text: 'No hay ninguna página en esta dirección. Puede que haya cambiado de sitio o que se haya colado una errata. {{open}}',
    open: {
      one: 'La pista está abierta:',
      two: 'Las dos pistas están abiertas:',
      three: 'Las tres pistas están abiertas:',
      four: 'Las cuatro pistas están abiertas:',
    },
    home: 'Portada',
  },
})
