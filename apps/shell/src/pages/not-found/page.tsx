import { definePage } from '@fieldhouse/edition-kit'
import { NotFound } from './NotFound'

export const page = definePage({
  path: null,
  title: { en: 'Out of bounds', es: 'Fuera del campo' },
  Main: NotFound,
})
