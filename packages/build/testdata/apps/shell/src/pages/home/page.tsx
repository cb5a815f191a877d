import { definePage } from '@fieldhouse/edition-kit'
import { Main } from '../../roots'

export const page = definePage({
  path: '/',
  look: 'default',
  footer: 'basketball',
  title: { en: 'Home of @setting/product@', es: 'Inicio de @setting/product@' },
  description: { en: 'The home page', es: 'La página de inicio' },
  Main,
})
