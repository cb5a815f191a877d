import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    posts: 'Notebook',
    earlier: 'Earlier',
    minutes: '{{minutes}} min',
    empty: 'Nothing is written yet. The first post shows up here as soon as it is out.',
    unread: 'The posts could not be read when this page was made. Load it again in a moment.',
    blog: 'Blog',
    elsewhere: 'First published on our feed.',
    there: 'Read it there',
    more: 'More posts',
    older: 'Older',
    newer: 'Newer',
  },
  es: {
    posts: 'Cuaderno',
    earlier: 'Anteriores',
    minutes: '{{minutes}} min',
    empty: 'Todavía no hay nada escrito. La primera entrada aparecerá aquí en cuanto salga.',
    unread: 'No se han podido leer las entradas al hacer esta página. Vuelve a cargarla en un momento.',
    blog: 'Blog',
    elsewhere: 'Publicado primero en nuestro canal.',
    there: 'Leerlo allí',
    more: 'Más entradas',
    older: 'Anterior',
    newer: 'Siguiente',
  },
})
