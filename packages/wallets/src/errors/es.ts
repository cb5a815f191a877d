import type { en } from './en'
import type { Failure } from './wallet-error'

export const es: typeof en = {
  kinds: {
    cancelled: {
      title: 'Cancelado',
      text: 'No se ha firmado ni pagado nada. Puedes intentarlo de nuevo cuando quieras.',
    },
    'popup-blocked': {
      title: 'Tu navegador ha bloqueado la cartera',
      text: 'Permite las ventanas emergentes de este sitio (verás un aviso en la barra de direcciones) e inténtalo de nuevo.',
    },
    'popup-closed': {
      title: 'Se ha cerrado la ventana de la cartera',
      text: 'Se cerró antes de que tu cartera respondiera, así que no se ha firmado nada. Inténtalo de nuevo y espera a que se cierre sola.',
    },
    refused: {
      title: 'Rechazado en tu cartera',
      text: 'La petición se ha rechazado en tu cartera. No se ha firmado ni pagado nada. Si ha sido sin querer, inténtalo de nuevo.',
    },
    identity:
      'La cartera no ha demostrado que esta cuenta sea tuya. Elige en ella la cuenta correcta, inicia sesión otra vez e inténtalo de nuevo.',
    timeout: {
      title: 'Tu cartera no responde',
      text: 'Abre tu cartera, comprueba que está desbloqueada e inténtalo de nuevo. No se ha pagado nada.',
    },
    delivery:
      'No hemos podido entregar la petición. Comprueba que el dispositivo está encendido y conectado, o firma manualmente con el código QR.',
    'provider-absent': {
      title: 'Wombat no está aquí',
      text: 'Abre esta página en la app de Wombat, o añade su extensión y recarga la página.',
    },
    expired: {
      title: 'Demasiado tarde',
      text: 'Una petición de firma vale poco tiempo, y esta ha caducado. No se ha pagado nada. Inténtalo de nuevo y firma pronto.',
    },
    'fee-declined':
      'Sin la comisión tu cuenta no puede hacer esto ahora. No se ha pagado nada. Acéptala, o espera a que tu cuenta se recupere.',
    'invalid-callback':
      'Lo que ha llegado no responde a esta petición, así que no se ha enviado a la cadena. Recarga la página e inténtalo de nuevo.',
    'invalid-flags':
      'La petición se cambió para algo más que firmar, y no se ha enviado nada. Recarga la página e inténtalo de nuevo.',
    'no-modify':
      'Lo que ha vuelto no es lo que pediste: no se ha enviado ni pagado nada. Inténtalo de nuevo; si se repite, usa otra cartera.',
    'cosign-identity': 'Al iniciar sesión dices quién eres, y nadie más puede firmarlo. Inicia sesión otra vez.',
    'unsupported-chain': {
      title: 'No en esta cadena',
      text: 'Esto no se puede hacer en la cadena de este sitio. Elige WAX en tu cartera e inténtalo de nuevo.',
    },
    'wrong-chain':
      'Tu cartera ha respondido por otra cadena, que no es la de este sitio. Cambia de red en tu cartera e inténtalo de nuevo.',
    'invalid-provider-response':
      'El servicio que cubre los recursos de la transacción ha dado una respuesta poco fiable. Inténtalo de nuevo dentro de un momento.',
    'no-signature': 'La respuesta ha llegado sin firma. No se ha pagado nada. Inténtalo de nuevo.',
    'missing-storage':
      'Hemos perdido el enlace con tu cartera. Firma manualmente ahora, o cierra la sesión e iníciala otra vez para enlazarla.',
    left: {
      title: 'La página se cerró demasiado pronto',
      text: 'Se cerró antes de que tu cartera respondiera. No se ha enviado ni pagado nada.',
    },
    'other-wallet': {
      title: 'Petición cerrada',
      text: 'Ahora usas otra cartera, que no puede responder a esta petición. No se ha enviado ni pagado nada.',
    },
    'left-line': {
      title: 'Has dejado la cola',
      text: 'No se ha enviado ni pagado nada. Tu pedido está como lo dejaste.',
    },
    insecure: {
      title: 'Sin https no se puede',
      text: 'En una página cuya conexión no es segura no se puede firmar nada, y no se ha pagado nada. Abre la misma dirección con https.',
    },
    elsewhere: {
      title: 'Termina en la otra pestaña',
      text: 'Otra pestaña de este sitio está esperando a tu cartera. Termina allí primero.',
    },
    underway: {
      title: 'Antes, una cosa',
      text: 'Aún no sabemos cómo acabó tu última transacción. Te lo diremos en un momento; inténtalo entonces.',
    },
    'not-logged-in': { title: 'Primero inicia sesión', text: 'Para esto tienes que iniciar sesión con una cartera.' },
    resources: {
      title: 'Tu cuenta se ha quedado sin recursos',
      text: 'Tu cuenta ha gastado su parte de la cadena. Espera, o añade recursos en tu cartera, e inténtalo de nuevo. No se ha pagado nada.',
    },
    chain: {
      title: 'La cadena ha dicho que no',
      text: 'La transacción no se ha hecho y no se ha pagado nada. El motivo: «{}».',
    },
    unclear: {
      title: 'Aún no lo sabemos',
      text: 'Se envió, pero la respuesta se perdió. Mira tu saldo o tus cartas en unos minutos antes de reintentarlo, o podrías pagar dos veces. El id de la transacción: {}',
    },
    network: {
      title: 'Sin conexión',
      text: 'No hemos podido llegar a la cadena o a este sitio. No se ha enviado nada. Comprueba tu conexión e inténtalo dentro de un momento.',
    },
    unknown: {
      title: 'Algo ha fallado',
      text: 'Tu cartera no ha podido hacerlo y no se ha enviado nada. Inténtalo de nuevo; si se repite, pregúntanos en Discord. Lo que dijo la cartera: «{}».',
    },
  },
  resources: {
    cpu: {
      title: 'Tu cuenta se ha quedado sin CPU',
      text: 'La CPU, tiempo de cálculo en la cadena, vuelve en un día. Para seguir ya, bloquea WAX en tu cartera. No se ha pagado nada.',
    },
    net: {
      title: 'Tu cuenta se ha quedado sin NET',
      text: 'NET, los datos que envías a la cadena, vuelve en un día. Para seguir ya, bloquea WAX en tu cartera. No se ha pagado nada.',
    },
    ram: {
      title: 'Tu cuenta se ha quedado sin RAM',
      text: 'La RAM es el espacio de tu cuenta en la cadena, y está lleno. Compra un poco en tu cartera. No se ha pagado nada.',
    },
    time: {
      title: 'La cadena está ocupada',
      text: 'La cadena no ha tenido tiempo para la transacción en este momento. No se ha pagado nada. Inténtalo de nuevo enseguida.',
    },
  },
  offerExpired: {
    title: 'La oferta ha caducado',
    text: 'La comisión ofrecida vale poco tiempo. No se ha pagado nada. Inténtalo de nuevo para recibir una oferta nueva.',
  },
  assertions: {
    priceMoved: {
      title: 'El precio ha cambiado',
      text: 'El precio de WAX cambió mientras firmabas. No se ha pagado nada. Inténtalo de nuevo: te damos el precio de ahora.',
    },
    soldOut: { title: 'Agotado', text: 'Alguien se ha llevado el último sobre. No se ha pagado nada.' },
    fewLeft: {
      title: 'Sobres disponibles: {}',
      text: 'No quedan tantos sobres. No se ha pagado nada. Elige {} como mucho.',
    },
    notStarted: {
      title: 'Aún no está a la venta',
      text: 'La venta todavía no ha empezado. No se ha pagado nada. Inténtalo cuando la cuenta atrás llegue a cero.',
    },
    ended: { title: 'La venta ha terminado', text: 'Esta venta ya ha terminado. No se ha pagado nada.' },
    limit: {
      title: 'Has llegado al límite',
      text: 'Cada cuenta puede comprar {} de este sobre. No se ha pagado nada.',
    },
    invited: {
      title: 'Para cuentas invitadas',
      text: 'Esta venta es solo para cuentas invitadas. No se ha pagado nada.',
    },
    balance: {
      title: 'No tienes suficiente WAX',
      text: 'Tu cuenta no tiene suficiente WAX para esto. No se ha pagado nada. Recárgala o elige menos sobres.',
    },
    partner: {
      title: 'Código de socio no válido',
      text: 'Este código de socio no existe o no se puede usar ahora. No se ha pagado nada. Inténtalo sin él.',
    },
    authority: {
      title: 'Firmado por otra cuenta',
      text: 'La firma no es de la cuenta de esta sesión. No se ha pagado nada. Elígela en tu cartera, o inicia sesión con la otra.',
    },
    noAccount: {
      title: 'Aún sin cuenta',
      text: 'Tu Cloud Wallet todavía no tiene una cuenta en la cadena. Termina de configurarla en la cartera e inicia sesión otra vez.',
    },
  },
}

/** The sentences of section 8 in Spanish. A cancelled request has none: nobody is told of it. */
export const catalogue: Record<Exclude<Failure, 'cancelled'>, string> = {
  identity: 'No se ha podido verificar la identidad',
  timeout: 'La cartera no ha respondido a tiempo',
  push: 'No se ha podido enviar el mensaje',
  linkService: 'No se ha podido conectar con el servicio de enlace',
  callback: 'Respuesta a la petición no válida',
  flags: 'Indicadores de la petición no válidos',
  modify: 'La petición no se puede modificar',
  cosign: 'Una petición de identidad no puede llevar otra firma',
  providerChain: 'Este proveedor de recursos no admite esta cadena',
  providerResponse: 'Respuesta no válida del proveedor de recursos',
  providerSignature: 'El proveedor de recursos no ha devuelto ninguna firma',
  signature: 'La cartera no ha devuelto ninguna firma',
  fee: 'Hace falta una comisión y se ha rechazado',
  chain: 'Cadena no admitida',
  wrongChain: 'La respuesta es de otra cadena',
  storage: 'No se ha podido restaurar la sesión: falta el almacenamiento',
  offer: 'Oferta caducada',
}
