import { type Case, left, MINUTE, type Step } from './case'

const OPENING = 'Signed. The chain is opening it…'
const UNOPENED = 'The pack was not opened.'
const OPENED = '1 card is yours'

const LANDED: Step = { chain: 'has', rows: 'has', told: [OPENED] }
const GONE: Step = { chain: 'never', irreversible: 'past', told: ['The chain moved on without it.', UNOPENED] }

export const OPENINGS: Case[] = [
  ...left('signed')({
    'The pack is burned and its card minted': [LANDED],
    'The answer is lost, and the pack was opened': [
      { chain: 'has', push: ['lost'], after: { pushes: 2 }, told: [OPENING] },
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [OPENED] },
    ],
    'The pack is burned, and the index has no card of it yet': [
      { chain: 'has', rows: 'burned', after: { looks: 2 }, told: [OPENING] },
      LANDED,
    ],
  }),
  ...left('signed', { past: -6000 })({
    'A node lies: it says "executed" and forwards nothing': [
      { chain: 'may', after: { looks: 2 }, told: [OPENING] },
      GONE,
    ],
  }),
  ...left('unclear', { past: 11 * MINUTE })({
    '11 minutes past the expiration, and the pack was not opened': [GONE],
  }),
  ...left('unclear', { past: 5000 })({
    'Past the expiration; the irreversible chain is not there yet': [
      { chain: 'may', after: { looks: 2 }, told: [OPENING] },
    ],
    'Past the expiration; two nodes do not agree whether the pack is there': [
      { chain: 'has', irreversible: 'past', proof: 'failing', after: { looks: 2 }, told: [OPENING] },
      LANDED,
    ],
    'The pack was given away while it was unclear': [
      { chain: 'may', after: { looks: 2 }, told: [OPENING] },
      {
        chain: 'never',
        rows: 'given away',
        irreversible: 'past',
        told: ['The chain moved on without it.', UNOPENED],
      },
    ],
  }),
  ...left('signed')({
    'The chain refuses the first sending': [
      {
        chain: 'never',
        push: ['refused: assertion failure with message: not your pack'],
        told: ['The chain said no.', UNOPENED],
      },
    ],
    'The chain refuses it, since another device has opened it': [
      {
        chain: 'has',
        push: ['refused: assertion failure with message: no such pack'],
        rows: 'has',
        after: { pushes: 1 },
        told: [OPENED],
      },
    ],
    'A sending is lost, and the second one refused': [
      {
        chain: 'has',
        push: ['lost', 'refused: assertion failure with message: no such pack'],
        after: { pushes: 3 },
        told: [OPENING],
      },
      LANDED,
    ],
  }),
  ...left('unclear')({
    'The stage is closed and opened again while it is unclear': [
      { chain: 'may', push: ['lost'], told: [OPENING] },
      { chain: 'may', act: 'opens again', told: [OPENING] },
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [OPENED] },
    ],
  }),
  ...left('signed')({
    'The gateway cannot be reached': [
      { chain: 'may', push: ['unreachable'], rows: 'unreachable', after: { pushes: 2 }, told: [OPENING] },
    ],
  }),
  ...left('signed')({
    'It waits in line, is sent, and lands': [
      { chain: 'may', push: ['in line'], status: ['queued'], told: ['It waits in line to be sent to the chain…'] },
      { chain: 'has', status: ['landed'], rows: 'has', told: [OPENED] },
    ],
  }),
  ...left('sent', { on: 'any page' })({
    'The visitor comes back to another page: the pack was opened': [
      { chain: 'has', push: ['duplicate'], rows: 'has', told: ['Your pack is open'] },
    ],
  }),
  ...left('unclear', { past: 11 * MINUTE, on: 'any page' })({
    'The visitor comes back to another page: the pack was not opened': [
      { chain: 'never', irreversible: 'past', told: ['Your pack was not opened'] },
    ],
  }),
]
