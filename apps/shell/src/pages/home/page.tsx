// Links and words: a first page has its markup, and only its styles must be in the release's one style sheet.
import '@fieldhouse/design/card.css'
import '@fieldhouse/design/floor.css'
import '@fieldhouse/design/section.css'
import './Home.module.css'
import { definePage, still } from '@fieldhouse/edition-kit'

export const page = definePage({
  path: '/',
  look: 'default',
  footer: 'basketball',
  title: {
    en: '@setting/product@: football and basketball card drafts',
    es: '@setting/product@: fútbol americano y baloncesto en cartas',
  },
  description: {
    en: 'Collect cards, pick your side and play every game night, on a football field and a basketball court under one roof.',
    es: 'Reúne cartas, arma tu equipo y juega cada noche de partido, en un campo de fútbol americano y una cancha bajo el mismo techo.',
  },
  Main: still(async () => (await import('./Home')).Home),
})
