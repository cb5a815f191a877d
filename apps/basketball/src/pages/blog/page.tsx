import { definePage } from '@fieldhouse/edition-kit'
import { BLOG } from '../../paths'
import { Blog } from './Blog'

export const page = definePage({
  path: BLOG,
  data: ['PostsMedium'],
  look: 'basketball',
  menu: { place: 2, name: { en: 'Blog', es: 'Blog' } },
  title: { en: 'Basketball blog', es: 'Blog de baloncesto' },
  description: {
    en: 'What is new on the court: rules, coming packs and the last game night, as the house wrote it.',
    es: 'Lo nuevo en la cancha: reglas, sobres que vienen y la última noche de partido, tal como lo escribe la casa.',
  },
  Main: Blog,
})
