import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    updated: 'Last changed on <time>{{date}}</time>',
    tag: 'Google’s tag',
    tagDoes:
      'Visits are counted with Google’s tag, those of visitors who agreed and nobody else’s. It tells Google which pages you open, from roughly where and with what kind of device. Before you agree nothing of it is loaded, and what Google learns is subject to Google’s rules.',
  },
  es: {
    updated: 'Último cambio: <time>{{date}}</time>',
    tag: 'La etiqueta de Google',
    tagDoes:
      'Las visitas se cuentan con la etiqueta de Google, solo las de quienes lo han aceptado. Le dice a Google qué páginas abres, más o menos desde dónde y con qué tipo de dispositivo. Hasta que lo aceptas no se carga nada de ella, y lo que Google sabe queda sujeto a las reglas de Google.',
  },
})
