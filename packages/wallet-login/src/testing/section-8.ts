import { WalletError, type WalletErrorKind } from '@fieldhouse/wallets'

/**
 * The texts of the specification's error catalogue (section 8) that people are told, with what each is in Spanish. A request
 * that the visitor cancelled is told to nobody.
 */
const SENTENCES: readonly (readonly [kind: WalletErrorKind, english: string, spanish: string])[] = [
  ['identity', 'Unable to verify identity', 'No se ha podido verificar la identidad'],
  ['timeout', 'Wallet did not respond in time', 'La cartera no ha respondido a tiempo'],
  ['delivery', 'Unable to push message', 'No se ha podido enviar el mensaje'],
  ['delivery', 'Unable to reach link service', 'No se ha podido conectar con el servicio de enlace'],
  ['expired', 'Offer expired', 'Oferta caducada'],
  ['invalid-callback', 'Invalid request callback', 'Respuesta a la petición no válida'],
  ['invalid-flags', 'Invalid request flags', 'Indicadores de la petición no válidos'],
  ['no-modify', 'Request cannot be modified', 'La petición no se puede modificar'],
  ['cosign-identity', 'Identity requests cannot be co-signed', 'Una petición de identidad no puede llevar otra firma'],
  [
    'unsupported-chain',
    'Blockchain not supported by this resource provider',
    'Este proveedor de recursos no admite esta cadena',
  ],
  [
    'invalid-provider-response',
    'Invalid response from resource provider',
    'Respuesta no válida del proveedor de recursos',
  ],
  [
    'no-signature',
    'No signature returned from resource provider',
    'El proveedor de recursos no ha devuelto ninguna firma',
  ],
  ['fee-declined', 'Fee required but sender opted out', 'Hace falta una comisión y se ha rechazado'],
  ['unsupported-chain', 'Unsupported chain', 'Cadena no admitida'],
  ['wrong-chain', 'Got response for wrong chain id', 'La respuesta es de otra cadena'],
  [
    'missing-storage',
    'Unable to restore session with missing storage',
    'No se ha podido restaurar la sesión: falta el almacenamiento',
  ],
]

/** Each with the error that says it. */
export const SECTION_8 = SENTENCES.map(([kind, en, es]) => ({ en, es, error: new WalletError(kind, en) }))
