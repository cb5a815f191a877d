import type { Storey } from '@fieldhouse/design'
import { footballDeck } from './deck'
import { FootballFloor } from './FootballFloor'
import { football } from './look'

export const footballStorey: Storey = {
  look: football,
  deck: footballDeck,
  Floor: FootballFloor,
  cards: [
    { templateId: 700360, mint: 7 },
    { templateId: 700192, mint: 41 },
    { templateId: 700031, mint: 312 },
    { templateId: 700067, mint: 1204 },
    { templateId: 700196, mint: 8630 },
  ],
  rarest: { templateId: 737636, mint: 7 },
  words: {
    en: {
      sport: 'football',
      ground: 'a football field',
      side: 'eleven',
      place: 'on the field',
      text: 'Eleven cards make a side. Routes, blocks and one long throw: pick who runs them.',
      enter: 'Enter the field',
    },
    es: {
      sport: 'fútbol americano',
      ground: 'un campo de fútbol americano',
      side: 'once',
      place: 'en el campo',
      text: 'Once cartas hacen un equipo. Rutas, bloqueos y un pase largo: tú eliges quién los juega.',
      enter: 'Entrar al campo',
    },
  },
}
