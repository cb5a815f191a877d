// Links and words: a first page has its markup, and only its styles must be in the release's one style sheet.
import '@fieldhouse/design/floor.css'
import './NotFound.module.css'
import { definePage, still } from '@fieldhouse/edition-kit'

export const page = definePage({
  path: null,
  title: { en: 'Out of bounds', es: 'Fuera del campo' },
  Main: still(async () => (await import('./NotFound')).NotFound),
})
