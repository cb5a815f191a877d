import { defineTexts } from '@fieldhouse/i18n'

export const recordTexts = defineTexts({
  en: {
    made: {
      purchase_one: '{{count}} pack is yours',
      purchase_other: '{{count}} packs are yours',
      opening: 'Your pack is open',
      claims_one: '{{count}} pack collected',
      claims_other: '{{count}} packs collected',
    },
    absent: {
      purchase: 'Your purchase did not go through. Nothing was paid.',
      opening: 'Your pack was not opened',
      claims: 'Nothing was collected',
    },
    absentMore: 'The chain moved on without it.',
    undone: 'The chain took it back',
    undoneMore: 'The block that held it was replaced. We are checking whether it still goes through.',
    open: 'Your wallet still has your request',
    openMore: 'Sign it there to go on. Nothing is paid until you do.',
    damaged: 'We cannot read what was kept of a purchase',
    damagedMore: 'Before you buy again, look at your cards and at what you bought: what the chain has is there.',
  },
  es: {
    made: {
      purchase_one: '{{count}} sobre es tuyo',
      purchase_other: '{{count}} sobres son tuyos',
      opening: 'Tu sobre está abierto',
      claims_one: '{{count}} sobre recogido',
      claims_other: '{{count}} sobres recogidos',
    },
    absent: {
      purchase: 'Tu compra no ha salido adelante. No se ha pagado nada.',
      opening: 'Tu sobre no se ha abierto',
      claims: 'No se ha recogido nada',
    },
    absentMore: 'La cadena siguió sin ella.',
    undone: 'La cadena lo ha deshecho',
    undoneMore: 'El bloque que lo tenía fue sustituido. Estamos mirando si aún se completa.',
    open: 'Tu cartera aún tiene tu petición',
    openMore: 'Fírmala allí para seguir. Hasta entonces no se paga nada.',
    damaged: 'No podemos leer lo que se guardó de una compra',
    damagedMore: 'Antes de volver a comprar, mira tus cartas y lo que compraste: ahí está lo que tiene la cadena.',
  },
})
