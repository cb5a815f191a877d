import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Blog',
    opening:
      'News from the building: what changed on the field, which packs come next, and how the last game night went. We write when there is something to say. Posts come from our feed, so you can read them here or wherever you follow us.',
  },
  es: {
    title: 'Blog',
    opening:
      'Noticias de la casa: qué ha cambiado en el campo, qué sobres vienen y cómo fue la última noche de partido. Escribimos cuando hay algo que contar. Las entradas salen de nuestro canal, así que puedes leerlas aquí o donde nos sigas.',
  },
})
