import { type Case, left, MINUTE, type Step } from './case'

const COLLECTED = '3 packs are yours'
const COLLECTING = 'Signed. We do not know yet how it ends. We are checking and will say so here.'
const STILL_HERE = 'Nothing is lost: what you chose is still here.'

const LANDED: Step = { chain: 'has', rows: 'has', told: [COLLECTED] }
const GONE: Step = {
  ...{ chain: 'never', irreversible: 'past' },
  told: ['Nothing was collected: the chain moved on without it.', STILL_HERE],
}

export const CLAIMS: Case[] = [
  ...left('signed')({
    'The rows say that it collected them': [LANDED],
    'The answer is lost, and they were collected': [
      { chain: 'has', push: ['lost'], after: { pushes: 2 }, told: [COLLECTING] },
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [COLLECTED] },
    ],
  }),
  ...left('signed', { past: -6000 })({
    'A node lies: it says "executed" and forwards nothing': [
      { chain: 'may', after: { looks: 2 }, told: [COLLECTING] },
      GONE,
    ],
  }),
  ...left('unclear', { past: 11 * MINUTE })({
    '11 minutes past the expiration, and they were not collected': [GONE],
    'Past the expiration; the rows end with `more`': [
      { chain: 'may', rows: 'cut', irreversible: 'past', after: { looks: 2 }, told: [COLLECTING] },
    ],
  }),
  ...left('signed')({
    'The chain refuses the first sending': [
      {
        chain: 'never',
        push: ['refused: assertion failure with message: paused'],
        told: ['The chain said no.', STILL_HERE],
      },
    ],
    'A sending is lost, and the second one refused, because the first has collected them': [
      {
        chain: 'has',
        push: ['lost', 'refused: assertion failure with message: already claimed'],
        after: { pushes: 3 },
        told: [COLLECTING],
      },
      LANDED,
    ],
  }),
  ...left('unclear', { past: 11 * MINUTE })({
    'Another device has collected them with another transaction': [
      {
        chain: 'never',
        rows: 'by another',
        irreversible: 'past',
        after: { looks: 1 },
        told: ['The window is empty.'],
      },
    ],
  }),
  ...left('unclear')({
    'Another account logs in in another tab while it is unclear': [
      { chain: 'may', push: ['lost'], told: [COLLECTING] },
      { chain: 'may', act: 'bob logs in', told: ['from bob.wam.', 'Collect 3 packs'] },
    ],
  }),
  ...left('sent', { on: 'any page' })({
    'The visitor comes back to another page: they were collected': [
      { chain: 'has', push: ['duplicate'], rows: 'has', told: ['3 packs collected'] },
    ],
  }),
  ...left('unclear', { past: 11 * MINUTE, on: 'any page' })({
    'The visitor comes back to another page: they were not collected': [
      { chain: 'never', irreversible: 'past', told: ['Nothing was collected'] },
    ],
  }),
]
