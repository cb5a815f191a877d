import { defineTexts } from '@fieldhouse/i18n'

/** The English is the specification's own where it has some (sections 2 and 8). */
export const texts = defineTexts({
  en: {
    close: 'Close',
    preparing: {
      title: 'Loading',
      text: 'Preparing request...',
    },
    request: {
      login: 'Login',
      sign: 'Sign',
      manual: 'Sign manually',
      text: 'Scan the QR code with Anchor on another device, or use the button to open it on this one.',
      manualText:
        'Nothing showed up in your wallet, or you want another device? Scan this code, or copy the link and paste it into the app.',
      code: 'QR code with the request for Anchor',
      tooLong: 'This request is too long for a QR code. Copy the link instead.',
      copy: 'Copy request link',
      copied: 'Link copied. Paste it into Anchor.',
      notCopied: 'Your browser did not allow it. Select the link below and copy it yourself.',
      field: 'Request link',
      launch: 'Launch Anchor',
      expires: 'Expires in {{time}}',
      noAnchor: "Don't have Anchor yet?",
      download: 'Download it',
    },
    prompt: {
      title: 'Sign -',
      text: 'Please open Anchor Wallet on “{{device}}” to review and sign the transaction.',
      unnamed: 'Please open the linked wallet to review and sign the transaction.',
      manual: 'Sign manually or with another device',
    },
    fee: {
      title: 'Transaction Fee',
      text: 'Your account lacks the network resources for this transaction and it cannot be covered for free.',
      choice: 'You can accept the fee shown below, or try to proceed without the fee.',
      expires: 'Offer expires in {{time}}',
      accept: 'Accept Fee of {{fee}}',
      decline: 'Proceed without the fee',
      cancel: 'Cancel',
    },
    unreachable: {
      title: 'Unable to reach device',
      text: 'The request did not get to “{{device}}”.',
      unnamed: 'The request did not get to your wallet.',
    },
    checking: {
      title: 'Login',
      text: 'Checking the proof of your account...',
    },
    sending: {
      title: 'Signed',
      text: 'Sending the transaction to the chain...',
    },
    success: {
      title: 'Success!',
      login: 'You are logged in.',
      sign: 'The transaction is in the chain.',
    },
    failure: {
      login: 'Login Error',
      sign: 'Transaction Error',
      said: 'In the words of the chain or the wallet',
    },
    left: '{{seconds}} seconds left',
    notice: {
      unacknowledged: 'Your wallet has not confirmed that it got the request. Open it to fetch it.',
      'link-service': 'No connection to the link service at the moment. We keep trying.',
      provider: 'Nobody covers the resources of this transaction. It uses those of your account.',
    },
  },
  es: {
    close: 'Cerrar',
    preparing: {
      title: 'Cargando',
      text: 'Preparando la petición...',
    },
    request: {
      login: 'Iniciar sesión',
      sign: 'Firmar',
      manual: 'Firmar manualmente',
      text: 'Escanea el código QR con Anchor en otro dispositivo, o usa el botón para abrirlo en este.',
      manualText:
        '¿No ha llegado nada a tu cartera, o prefieres otro dispositivo? Escanea este código, o copia el enlace y pégalo en la aplicación.',
      code: 'Código QR con la petición para Anchor',
      tooLong: 'Esta petición es demasiado larga para un código QR. Copia el enlace.',
      copy: 'Copiar enlace de la petición',
      copied: 'Enlace copiado. Pégalo en Anchor.',
      notCopied: 'Tu navegador no lo ha permitido. Selecciona el enlace de abajo y cópialo tú.',
      field: 'Enlace de la petición',
      launch: 'Abrir Anchor',
      expires: 'Caduca en {{time}}',
      noAnchor: '¿Aún no tienes Anchor?',
      download: 'Descárgalo',
    },
    prompt: {
      title: 'Firmar -',
      text: 'Abre Anchor Wallet en «{{device}}» para revisar y firmar la transacción.',
      unnamed: 'Abre la cartera vinculada para revisar y firmar la transacción.',
      manual: 'Firmar manualmente o con otro dispositivo',
    },
    fee: {
      title: 'Comisión de la transacción',
      text: 'A tu cuenta le faltan recursos de red para esta transacción y no se pueden cubrir gratis.',
      choice: 'Puedes aceptar la comisión que se muestra abajo, o intentar seguir sin ella.',
      expires: 'La oferta caduca en {{time}}',
      accept: 'Aceptar la comisión de {{fee}}',
      decline: 'Seguir sin la comisión',
      cancel: 'Cancelar',
    },
    unreachable: {
      title: 'No se llega al dispositivo',
      text: 'La petición no ha llegado a «{{device}}».',
      unnamed: 'La petición no ha llegado a tu cartera.',
    },
    checking: {
      title: 'Iniciar sesión',
      text: 'Comprobando que la cuenta es tuya...',
    },
    sending: {
      title: 'Firmada',
      text: 'Enviando la transacción a la cadena...',
    },
    success: {
      title: '¡Listo!',
      login: 'Has iniciado sesión.',
      sign: 'La transacción está en la cadena.',
    },
    failure: {
      login: 'Error al iniciar sesión',
      sign: 'Error en la transacción',
      said: 'En palabras de la cadena o de la cartera',
    },
    left: 'Quedan {{seconds}} segundos',
    notice: {
      unacknowledged: 'Tu cartera no ha confirmado que tiene la petición. Ábrela para recogerla.',
      'link-service': 'Ahora mismo no hay conexión con el servicio de enlace. Seguimos intentándolo.',
      provider: 'Nadie cubre los recursos de esta transacción. Usa los de tu cuenta.',
    },
  },
})
