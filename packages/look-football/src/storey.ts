import type { Storey } from '@fieldhouse/design'

export const footballStorey: Storey = {
  cards: [
    { templateId: 700360, mint: 7 },
    { templateId: 700192, mint: 41 },
    { templateId: 700031, mint: 312 },
    { templateId: 700067, mint: 1204 },
    { templateId: 700196, mint: 8630 },
  ],
  words: {
    en: {
      ground: 'a football field',
      text: 'Eleven cards make a side. Routes, blocks and one long throw: pick who runs them.',
      enter: 'Enter the field',
    },
    es: {
      ground: 'un campo de fútbol americano',
      text: 'Once cartas hacen un equipo. Rutas, bloqueos y un pase largo: tú eliges quién los juega.',
      enter: 'Entrar al campo',
    },
  },
}
