import { defineTexts } from '@fieldhouse/i18n'

/** The button's, apart from those of the stage, which comes when somebody is near. */
export const buttonTexts = defineTexts({
  en: {
    open: 'Open',
    openNow_one: 'Open it now',
    openNow_other: 'Open them now',
    openOf: 'Open a pack: {{name}}',
    unloaded: 'The opening did not load. Load the page again.',
  },
  es: {
    open: 'Abrir',
    openNow_one: 'Ábrelo ya',
    openNow_other: 'Ábrelos ya',
    openOf: 'Abrir un sobre: {{name}}',
    unloaded: 'No se ha cargado la apertura. Recarga la página.',
  },
})
