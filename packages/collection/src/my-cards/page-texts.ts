import { defineTexts } from '@fieldhouse/i18n'

/** Apart from a user's: this is markup alone. */
export const pageTexts = defineTexts({
  en: {
    unscripted: 'To see your cards, switch on JavaScript.',
    signedOut: 'Whose wall is this?',
    signedOutText: 'Log in, and your cards hang here, the rarest from the beam. Looking costs nothing.',
  },
  es: {
    unscripted: 'Para ver tus cartas, activa JavaScript.',
    signedOut: '¿De quién es este muro?',
    signedOutText: 'Entra y tus cartas cuelgan aquí, las más raras de la viga. Mirar no cuesta nada.',
  },
})
