import { definePage } from '@fieldhouse/edition-kit'
import { Terms } from './Terms'

export const page = definePage({
  path: '/terms',
  look: 'default',
  title: { en: 'Terms', es: 'Condiciones' },
  description: {
    en: 'What you buy here, what you sign, what we promise and what we do not, in plain words.',
    es: 'Qué compras aquí, qué firmas, qué prometemos y qué no, con palabras sencillas.',
  },
  Main: Terms,
})
