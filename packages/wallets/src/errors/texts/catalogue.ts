import type { Failure } from '../failure'

/** The sentences of section 8 in Spanish. A cancelled request has none: nobody is told of it. */
export const catalogue: Record<Exclude<Failure, 'cancelled'>, string> = {
  identity: 'No se ha podido verificar la identidad',
  timeout: 'La cartera no ha respondido a tiempo',
  push: 'No se ha podido enviar el mensaje',
  linkService: 'No se ha podido conectar con el servicio de enlace',
  callback: 'Respuesta a la solicitud no válida',
  flags: 'Indicadores de la solicitud no válidos',
  modify: 'La solicitud no se puede modificar',
  cosign: 'Una solicitud de identidad no puede llevar otra firma',
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
