import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Courtside',
    opening:
      'What we tell each other on the bench: which rule changed, which pack comes next, who stole the last game night. Both floors share one notebook, so football turns up here too. Nothing is written to fill a week.',
  },
  es: {
    title: 'A pie de cancha',
    opening:
      'Lo que nos contamos en el banquillo: qué regla ha cambiado, qué sobre viene y quién se llevó la última noche de partido. Las dos plantas comparten cuaderno, así que el fútbol también asoma por aquí. No escribimos por llenar la semana.',
  },
})
