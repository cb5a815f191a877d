import { type Case, MINUTE } from './case'

const COLLECTED = '3 packs are yours'
const COLLECTING = 'Signed. We do not know yet how it ends. We are checking and will say so here.'
const STILL_HERE = 'Nothing is lost: what you chose is still here.'

export const CLAIMS: Case[] = [
  {
    happens: 'The rows say that it collected them',
    left: 'signed',
    steps: [{ chain: 'has', rows: 'has', told: [COLLECTED] }],
  },
  {
    happens: 'The answer is lost, and they were collected',
    left: 'signed',
    steps: [
      { chain: 'has', push: ['lost'], after: { pushes: 2 }, told: [COLLECTING] },
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [COLLECTED] },
    ],
  },
  {
    happens: 'A node lies: it says "executed" and forwards nothing',
    left: 'signed',
    past: -6000,
    steps: [
      { chain: 'may', after: { looks: 2 }, told: [COLLECTING] },
      {
        chain: 'never',
        irreversible: 'past',
        told: ['Nothing was collected: the chain moved on without it.', STILL_HERE],
      },
    ],
  },
  {
    happens: '11 minutes past the expiration, and they were not collected',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [
      {
        chain: 'never',
        irreversible: 'past',
        told: ['Nothing was collected: the chain moved on without it.', STILL_HERE],
      },
    ],
  },
  {
    happens: 'Past the expiration; the rows end with `more`',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'may', rows: 'cut', irreversible: 'past', after: { looks: 2 }, told: [COLLECTING] }],
  },
  {
    happens: 'The chain refuses the first sending',
    left: 'signed',
    steps: [
      {
        chain: 'never',
        push: ['refused: assertion failure with message: paused'],
        told: ['The chain said no.', STILL_HERE],
      },
    ],
  },
  {
    happens: 'A sending is lost, and the second one refused, because the first has collected them',
    left: 'signed',
    steps: [
      {
        chain: 'has',
        push: ['lost', 'refused: assertion failure with message: already claimed'],
        after: { pushes: 3 },
        told: [COLLECTING],
      },
      { chain: 'has', rows: 'has', told: [COLLECTED] },
    ],
  },
  {
    happens: 'Another device has collected them with another transaction',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [
      { chain: 'never', rows: 'by another', irreversible: 'past', after: { looks: 1 }, told: ['The window is empty.'] },
    ],
  },
  {
    happens: 'Another account logs in in another tab while it is unclear',
    left: 'unclear',
    steps: [
      { chain: 'may', push: ['lost'], told: [COLLECTING] },
      { chain: 'may', act: 'bob logs in', told: ['Collect 3 packs'] },
    ],
  },
  {
    happens: 'The visitor comes back to another page: they were collected',
    left: 'sent',
    on: 'any page',
    steps: [{ chain: 'has', push: ['duplicate'], rows: 'has', told: ['3 packs collected'] }],
  },
  {
    happens: 'The visitor comes back to another page: they were not collected',
    left: 'unclear',
    past: 11 * MINUTE,
    on: 'any page',
    steps: [{ chain: 'never', irreversible: 'past', told: ['Nothing was collected'] }],
  },
]
