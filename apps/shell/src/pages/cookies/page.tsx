import { definePage } from '@fieldhouse/edition-kit'
import { Cookies } from './Cookies'

export const page = definePage({
  path: '/cookies',
  look: 'default',
  title: { en: 'Cookies', es: 'Cookies' },
  description: {
    en: 'Everything this site keeps in your browser, by name, with what it is for and when it ends.',
    es: 'Todo lo que este sitio guarda en tu navegador, por su nombre, para qué sirve y cuándo termina.',
  },
  Main: Cookies,
})
