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
      purchase: 'Your purchase did not come about. Nothing was paid.',
      opening: 'Your pack was not opened',
      claims: 'Nothing was collected',
    },
    absentMore: 'The chain went on without it.',
    undone: 'The chain has taken it back',
    undoneMore: 'The block that had it was replaced. We look whether it comes about all the same.',
    open: 'Your wallet still has your request',
    openMore: 'Sign it there and it is made. Nothing is paid until you do.',
    damaged: 'We cannot read what was kept of a purchase',
    damagedMore: 'Look at your cards and your history first: what the chain has is there.',
  },
  es: {
    made: {
      purchase_one: '{{count}} sobre es tuyo',
      purchase_many: '{{count}} sobres son tuyos',
      purchase_other: '{{count}} sobres son tuyos',
      opening: 'Tu sobre está abierto',
      claims_one: '{{count}} sobre recogido',
      claims_many: '{{count}} sobres recogidos',
      claims_other: '{{count}} sobres recogidos',
    },
    absent: {
      purchase: 'Tu compra no se ha hecho. No se ha pagado nada.',
      opening: 'Tu sobre no se ha abierto',
      claims: 'No se ha recogido nada',
    },
    absentMore: 'La cadena siguió sin ella.',
    undone: 'La cadena lo ha deshecho',
    undoneMore: 'El bloque que lo tenía fue sustituido. Miramos si se hace de todos modos.',
    open: 'Tu cartera aún tiene tu petición',
    openMore: 'Fírmala allí y estará hecha. Hasta entonces no se paga nada.',
    damaged: 'No podemos leer lo que se guardó de una compra',
    damagedMore: 'Mira antes tus cartas y tu historial: lo que tiene la cadena está ahí.',
  },
})
