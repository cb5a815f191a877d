import { definePage } from '@fieldhouse/edition-kit'
import { Privacy } from './Privacy'

export const page = definePage({
  path: '/privacy',
  look: 'default',
  title: { en: 'Privacy', es: 'Privacidad' },
  description: {
    en: 'What we learn of you, what anybody can read on the chain, and who else is asked when a page loads.',
    es: 'Qué sabemos de ti, qué puede leer cualquiera en la cadena y a quién más se pregunta al cargar una página.',
  },
  Main: Privacy,
})
