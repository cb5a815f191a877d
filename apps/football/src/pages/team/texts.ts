import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    opening:
      '{{product}} is made by a small crew that likes game nights more than price charts. Some of us draw the athletes, some write the rules, and some keep the lights on in the building. If something looks wrong to you, tell us on Discord: the people who answer are the ones who can mend it.',
  },
  es: {
    opening:
      '{{product}} lo hace un grupo pequeño al que le gustan más las noches de partido que las gráficas de precios. Unos dibujan a los deportistas, otros escriben las reglas y otros cuidan de que no se vaya la luz. Si ves algo raro, cuéntanoslo en Discord: quien contesta es quien puede arreglarlo.',
  },
})
