import { type Case, MINUTE } from './case'

const OPENING = 'Signed. The chain is opening it…'
const UNOPENED = 'The pack was not opened.'
const OPENED = '1 card is yours'

export const OPENINGS: Case[] = [
  {
    happens: 'The pack is burned and its card minted',
    left: 'signed',
    steps: [{ chain: 'has', rows: 'has', told: [OPENED] }],
  },
  {
    happens: 'The answer is lost, and the pack was opened',
    left: 'signed',
    steps: [
      { chain: 'has', push: ['lost'], after: { pushes: 2 }, told: [OPENING] },
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [OPENED] },
    ],
  },
  {
    happens: 'The pack is burned, and the index has no card of it yet',
    left: 'signed',
    steps: [
      { chain: 'has', rows: 'burned', after: { looks: 2 }, told: [OPENING] },
      { chain: 'has', rows: 'has', told: [OPENED] },
    ],
  },
  {
    happens: 'A node lies: it says "executed" and forwards nothing',
    left: 'signed',
    past: -6000,
    steps: [
      { chain: 'may', after: { looks: 2 }, told: [OPENING] },
      { chain: 'never', irreversible: 'past', told: ['The chain moved on without it.', UNOPENED] },
    ],
  },
  {
    happens: '11 minutes past the expiration, and the pack was not opened',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'never', irreversible: 'past', told: ['The chain moved on without it.', UNOPENED] }],
  },
  {
    happens: 'Past the expiration; the irreversible chain is not there yet',
    left: 'unclear',
    past: 5000,
    steps: [{ chain: 'may', after: { looks: 2 }, told: [OPENING] }],
  },
  {
    happens: 'Past the expiration; two nodes do not agree whether the pack is there',
    left: 'unclear',
    past: 5000,
    steps: [
      { chain: 'has', irreversible: 'past', proof: 'failing', after: { looks: 2 }, told: [OPENING] },
      { chain: 'has', rows: 'has', told: [OPENED] },
    ],
  },
  {
    happens: 'The pack was given away while it was unclear',
    left: 'unclear',
    past: 5000,
    steps: [
      { chain: 'may', after: { looks: 2 }, told: [OPENING] },
      { chain: 'never', rows: 'given away', irreversible: 'past', told: ['The chain moved on without it.', UNOPENED] },
    ],
  },
  {
    happens: 'The chain refuses the first sending',
    left: 'signed',
    steps: [
      {
        chain: 'never',
        push: ['refused: assertion failure with message: not your pack'],
        told: ['The chain said no.', UNOPENED],
      },
    ],
  },
  {
    happens: 'A sending is lost, and the second one refused',
    left: 'signed',
    steps: [
      {
        chain: 'has',
        push: ['lost', 'refused: assertion failure with message: no such pack'],
        after: { pushes: 3 },
        told: [OPENING],
      },
      { chain: 'has', rows: 'has', told: [OPENED] },
    ],
  },
  {
    happens: 'The stage is closed and opened again while it is unclear',
    left: 'unclear',
    steps: [
      { chain: 'may', push: ['lost'], told: [OPENING] },
      { chain: 'may', act: 'opens again', told: [OPENING] },
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [OPENED] },
    ],
  },
  {
    happens: 'The gateway cannot be reached',
    left: 'signed',
    steps: [{ chain: 'may', push: ['unreachable'], rows: 'unreachable', after: { pushes: 2 }, told: [OPENING] }],
  },
  {
    happens: 'The visitor comes back to another page: the pack was opened',
    left: 'sent',
    on: 'any page',
    steps: [{ chain: 'has', push: ['duplicate'], rows: 'has', told: ['Your pack is open'] }],
  },
  {
    happens: 'The visitor comes back to another page: the pack was not opened',
    left: 'unclear',
    past: 11 * MINUTE,
    on: 'any page',
    steps: [{ chain: 'never', irreversible: 'past', told: ['Your pack was not opened'] }],
  },
]
