import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    earlier: 'Earlier',
    minutes: '{{minutes}} min',
    listLanguage: 'Posts are in English.',
    postLanguage: 'In English',
    empty: 'No posts yet. The first one will show up here.',
    unread: 'We could not read the posts just now. Load the page again in a moment.',
    blog: 'Blog',
    elsewhere: 'This post first appeared on our feed.',
    there: 'Read it there',
    pack: 'The pack in this post',
    more: 'More posts',
    older: 'Older',
    newer: 'Newer',
  },
  es: {
    earlier: 'Anteriores',
    minutes: '{{minutes}} min',
    listLanguage: 'Las entradas están en inglés.',
    postLanguage: 'En inglés',
    empty: 'Todavía no hay entradas. La primera aparecerá aquí.',
    unread: 'Ahora mismo no hemos podido leer las entradas. Vuelve a cargar la página en un momento.',
    blog: 'Blog',
    elsewhere: 'Esta entrada salió primero en nuestro blog externo.',
    there: 'Leerla allí',
    pack: 'El sobre de esta entrada',
    more: 'Más entradas',
    older: 'Anterior',
    newer: 'Siguiente',
  },
})
