import { defineTexts } from '@fieldhouse/i18n'
export const notFoundTexts = defineTexts({
  en: {
    title: 'Out of bounds',
    text: 'There is no page at this address. It may have moved, or the address has a typing error. Both floors are open:',
    home: 'Front page',
  },
  es: {
    title: 'Fuera del campo',
    text: 'No hay ninguna página en esta dirección. Puede que haya cambiado de sitio o que se haya colado una errata. Las dos pistas están abiertas:',
    home: 'Portada',
  },
})
