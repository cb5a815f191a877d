import { defineTexts } from '@fieldhouse/i18n'
export const texts = defineTexts({
  en: {
    login: {
      heading: 'Welcome to {{product}}.',
      text: 'Login to your WAX Blockchain account.',
      close: 'Close',
      loading: 'One moment…',
      about: 'About {{wallet}} (opens in a new window)',
      tooltip: 'Click to learn more about this wallet!',
      noWallet: "Don't have a wallet yet?",
      create: 'Create one!',
      needHelp: 'Need help?',
      join: 'Join our Discord.',
      unavailable: 'Error: {{wallet}} could not be loaded. Check your connection and try again.',
    },
    support: {
      copy: 'Copy the details for support',
      copied: 'Copied. Paste it where you ask us for help.',
      notCopied: 'Your browser did not allow it. Select the line below and copy it yourself.',
      field: 'Details for support',
    },
    toasts: { name: 'Messages', close: 'Close message', error: 'Error: {{message}}' },
  },
  es: {
    login: {
      heading: 'Te damos la bienvenida a {{product}}.',
      text: 'Entra con tu cuenta de la blockchain de WAX.',
      close: 'Cerrar',
      loading: 'Un momento…',
      about: 'Qué es {{wallet}} (se abre en otra ventana)',
      tooltip: '¡Haz clic para saber más de esta cartera!',
      noWallet: '¿Aún no tienes cartera?',
      create: '¡Crea una!',
      needHelp: '¿Necesitas ayuda?',
      join: 'Únete a nuestro Discord.',
      unavailable: 'Error: no se ha podido cargar {{wallet}}. Comprueba la conexión y vuelve a intentarlo.',
    },
    support: {
      copy: 'Copiar los datos para soporte',
      copied: 'Copiado. Pégalo donde nos pidas ayuda.',
      notCopied: 'Tu navegador no lo ha permitido. Selecciona la línea de abajo y cópiala tú.',
      field: 'Datos para soporte',
    },
    toasts: { name: 'Mensajes', close: 'Cerrar el mensaje', error: 'Error: {{message}}' },
  },
})
