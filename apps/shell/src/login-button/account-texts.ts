import { defineTexts } from '@fieldhouse/i18n'

/** The words of the account's menu, which come with it. */
export const accountTexts = defineTexts({
  en: { myCards: 'My cards', claims: 'Claims', logOut: 'Log out' },
  es: { myCards: 'Mis cartas', claims: 'Recogida', logOut: 'Cerrar sesión' },
})
