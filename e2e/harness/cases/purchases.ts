import { type Case, left, MINUTE, type Step } from './case'

const BALANCE = 'assertion failure with message: overdrawn balance'
const SOLD_OUT = 'assertion failure with message: sold out'
const MOVED = 'assertion failure with message: price has moved, deposit too small'
const LIMIT = 'assertion failure with message: account limit reached (3)'

const BOUGHT = '2 packs are yours'
const SENDING = 'Signed. Sending it to the chain…'
const IN_LINE = ['You’re 7th of 20.', 'Nothing paid until then.']
const OUT_OF_LINE = ['Your order is sent', 'Paid only once the chain has it.']
const SETTLING = 'Checking whether your purchase went through…'
const ABSENT = 'Your purchase did not go through: the chain moved on without it. Nothing was paid.'
const UNDONE = 'The chain has replaced the block that had your purchase. We are checking whether it still goes through.'
const NO_WAX = 'Not enough WAX. Your account does not hold enough WAX for this. Nothing was paid.'
const BASKET = 'Your balance 1,000.00 WAX'

const LANDED: Step = { chain: 'has', rows: 'has', told: [BOUGHT] }
const GONE: Step = { chain: 'never', irreversible: 'past', told: [ABSENT] }
const QUEUED: Step = { chain: 'may', status: ['queued'], told: IN_LINE }

export const PURCHASES: Case[] = [
  ...left('signed')({
    'The page is left between the signature and the sending': [
      { chain: 'has', rows: 'has', told: [BOUGHT, 'Signed and on the chain'] },
    ],
    'A node says that it carried it out, and the rows do not have it yet': [
      { chain: 'may', after: { pushes: 1, looks: 2 }, told: [SETTLING] },
      LANDED,
    ],
  }),
  ...left('signed', { past: -6000 })({
    'A node lies: it says "executed" and forwards nothing': [
      { chain: 'may', after: { pushes: 1, looks: 2 }, told: [SETTLING] },
      GONE,
    ],
  }),
  ...left('signed')({
    'The answer is lost, and the purchase landed': [
      { chain: 'has', push: ['lost', 'duplicate'], rows: 'has', told: [BOUGHT] },
    ],
    'The answer is lost, and nothing had left: the same bytes are sent again': [
      { chain: 'may', push: ['lost'], after: { pushes: 2 }, told: [SETTLING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
  }),
  ...left('sent')({
    'The page was closed before the answer came, and the purchase landed': [
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [BOUGHT] },
    ],
  }),
  ...left('unclear', { past: 11 * MINUTE })({
    'The answer is lost, the gateway starts anew, and the visitor comes back 11 minutes past the expiration: it had landed':
      [{ chain: 'has', push: ['expired'], rows: 'has', irreversible: 'past', told: [BOUGHT] }],
    'The same, and it had not landed': [{ chain: 'never', push: ['expired'], irreversible: 'past', told: [ABSENT] }],
  }),
  ...left('unclear', { past: 5000 })({
    'Past the expiration; the irreversible chain is not there yet': [
      { chain: 'may', after: { looks: 2 }, told: [SETTLING] },
      GONE,
    ],
    'Past the expiration; it landed in the last block that could have it': [
      { chain: 'has', after: { looks: 1 }, told: [SETTLING] },
      LANDED,
    ],
  }),
  ...left('unclear', { past: 11 * MINUTE })({
    'Past the expiration; one node only lacks the row': [
      { chain: 'has', rows: 'lacks', proof: 'has', irreversible: 'past', told: [BOUGHT] },
    ],
    'Past the expiration; the rows end with `more`': [
      { chain: 'may', rows: 'cut', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] },
      { chain: 'never', rows: 'lacks', told: [ABSENT] },
    ],
    'Past the expiration; the row that has it is cut off by `more`': [
      { chain: 'has', rows: 'cut', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] },
      LANDED,
    ],
    'Past the expiration; a row that cannot be read': [
      { chain: 'has', rows: 'unreadable', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] },
    ],
    'Past the expiration; the gateway cannot be reached': [
      { chain: 'has', rows: 'unreachable', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] },
    ],
    'Past the expiration; the gateway answers 429': [
      { chain: 'has', rows: 'too many', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] },
    ],
    'Past the expiration; the gateway answers 503': [
      { chain: 'has', rows: 'failing', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] },
    ],
    'Past the expiration; no node says since when what is irreversible': [
      { chain: 'may', irreversible: 'untold', after: { looks: 2 }, told: [SETTLING] },
    ],
    'Past the expiration; where the irreversible chain is cannot be read': [
      { chain: 'may', irreversible: 'unreachable', told: [SETTLING] },
    ],
  }),
  ...left('seen')({
    'The block that has it is undone, and the next one has it again': [
      { chain: 'has', rows: 'has', after: { looks: 1 }, told: [BOUGHT] },
      { chain: 'may', rows: 'lacks', push: ['lost'], told: [UNDONE] },
      LANDED,
    ],
  }),
  ...left('seen', { past: 5000 })({
    'The block that has it is undone, and no other gets it': [
      { chain: 'has', rows: 'has', after: { looks: 1 }, told: [BOUGHT] },
      { chain: 'may', rows: 'lacks', told: [UNDONE] },
      GONE,
    ],
  }),
  ...left('seen')({
    'It was seen; one node hides the row': [
      { chain: 'has', rows: 'lacks', proof: 'has', after: { looks: 2 }, told: [BOUGHT] },
    ],
    'It was seen; the rows end with `more`': [{ chain: 'has', rows: 'cut', after: { looks: 1 }, told: [BOUGHT] }],
    'It was seen, and becomes irreversible: its signed bytes are erased': [
      { chain: 'has', rows: 'has', irreversible: 'final', stored: 'final', told: [BOUGHT] },
    ],
  }),
  ...left('signed')({
    'The chain refuses the first sending: the balance is too small': [
      { chain: 'never', push: [`refused: ${BALANCE}`], told: [NO_WAX] },
    ],
    'The chain refuses the first sending: sold out': [
      {
        chain: 'never',
        push: [`refused: ${SOLD_OUT}`],
        told: ['Sold out. Someone else got the last pack. Nothing was paid.'],
      },
    ],
    'The chain refuses the first sending: the price moved': [
      {
        chain: 'never',
        push: [`refused: ${MOVED}`],
        told: ['The price moved. The price of WAX changed while you were signing. Nothing was paid.'],
      },
    ],
    "The chain refuses the first sending: the account's limit": [
      {
        chain: 'never',
        push: [`refused: ${LIMIT}`],
        told: ['You have reached the limit. Each account can buy 3 of this pack. Nothing was paid.'],
      },
    ],
    'The chain refuses the first sending: the account is out of CPU': [
      { chain: 'never', push: ['cpu'], told: ['Your account is out of CPU.', 'Nothing was paid.'] },
    ],
    'The chain refuses the first sending: it came too late': [
      { chain: 'never', push: ['expired'], told: ['Too late.', 'Nothing was paid.'] },
    ],
    'A lost sending landed and took the balance: the second one is refused for it': [
      { chain: 'has', push: ['lost', `refused: ${BALANCE}`], after: { pushes: 3 }, told: [SETTLING] },
      LANDED,
    ],
  }),
  ...left('signed', { past: -6000 })({
    'A sending is lost, the second one refused, and neither landed': [
      { chain: 'may', push: ['lost', `refused: ${BALANCE}`], after: { pushes: 2 }, told: [SETTLING] },
      GONE,
    ],
  }),
  ...left('signed')({
    'A node has it already, its rows not yet': [
      { chain: 'may', push: ['duplicate'], after: { looks: 2 }, told: [SETTLING] },
      LANDED,
    ],
    'The gateway sent nothing (503), then it does': [
      { chain: 'may', push: ['not sent'], after: { pushes: 2 }, told: [SENDING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
    'The gateway refuses too many requests (429), then it takes it': [
      { chain: 'may', push: ['too many'], after: { pushes: 2 }, told: [SENDING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
  }),
  ...left('signed', { past: -4000 })({
    'The gateway sent nothing until it was too late': [
      { chain: 'never', push: ['not sent'], irreversible: 'past', told: ['Nothing was paid.'] },
    ],
  }),
  ...left('signed')({
    'The gateway does not know what became of it (504)': [
      { chain: 'may', push: ['unknown'], after: { pushes: 2 }, told: [SETTLING] },
      LANDED,
    ],
    'A proxy on the way answers with a page of its own (502)': [
      { chain: 'may', push: ['proxy'], after: { pushes: 2 }, told: [SETTLING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
    'The gateway cannot be reached, then it can': [
      { chain: 'may', push: ['unreachable'], after: { pushes: 2 }, told: [SETTLING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
    'It waits in line, is sent, and lands: the gateway hands its row on': [
      { chain: 'may', push: ['in line'], status: ['queued'], told: IN_LINE },
      { chain: 'may', status: ['sent'], told: OUT_OF_LINE },
      { chain: 'has', status: ['landed, with its row'], rows: 'has', told: [BOUGHT] },
    ],
    'It is held around an opening, without a place': [
      {
        chain: 'may',
        push: ['in line'],
        status: ['held'],
        told: ['You are in', 'Your place comes at opening.', 'Nothing paid until then.'],
      },
    ],
    'The line stands still, because no node takes anything': [
      { chain: 'may', push: ['in line'], status: ['queued'], told: IN_LINE },
      { chain: 'may', status: ['still'], told: ['Paused. Your place is kept.', 'Nothing paid until then.'] },
    ],
  }),
  ...left('in line')({
    'The tab was closed while it waited in line, and is opened again': [
      QUEUED,
      { chain: 'has', status: ['landed, with its row'], rows: 'has', told: [BOUGHT] },
    ],
    'The gateway says that it landed, without a row, and the rows do not have it': [
      { chain: 'may', status: ['landed'], after: { looks: 2 }, told: [SENDING] },
      LANDED,
    ],
    "The gateway says that it landed, with another purchase's row": [
      { chain: 'may', status: ["landed, with another's row"], after: { looks: 2 }, told: [SENDING] },
    ],
    'It expired in the line': [
      QUEUED,
      { chain: 'never', status: ['expired'], told: ['Too late.', 'Nothing was paid.'] },
    ],
    'It left the line': [
      QUEUED,
      {
        chain: 'never',
        status: ['left'],
        told: ['You left the line. Nothing was sent and nothing was paid. Your order is as you left it.'],
      },
    ],
    'The chain refuses what waited in line': [{ chain: 'never', status: [`refused: ${BALANCE}`], told: [NO_WAX] }],
  }),
  ...left('in line, after an unclear sending')({
    'It expired in the line, and a sending before had been lost': [
      { chain: 'may', status: ['expired'], after: { looks: 2 }, told: [SETTLING] },
      LANDED,
    ],
    'It left the line, and a sending before had been lost': [
      { chain: 'may', status: ['left'], after: { looks: 2 }, told: [SETTLING] },
    ],
    'The chain refuses what waited in line, and a sending before had been lost': [
      { chain: 'may', status: [`refused: ${BALANCE}`], push: ['lost'], after: { pushes: 1 }, told: [SETTLING] },
    ],
    'The same, by a gateway that knows of all that was sent': [
      { chain: 'never', status: [`refused, of all that it sent: ${BALANCE}`], told: [NO_WAX] },
    ],
  }),
  ...left('in line')({
    'The gateway starts anew, and has forgotten who waited in line': [
      QUEUED,
      { chain: 'may', status: ['forgotten'], push: ['lost'], after: { pushes: 1 }, told: [SETTLING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
    'The gateway could not find out what became of what it sent': [
      { chain: 'may', status: ['unknown'], push: ['lost'], after: { pushes: 1 }, told: [SETTLING] },
    ],
    'The gateway is too busy to say how it stands (429)': [
      { chain: 'may', status: ['too many'], after: { statuses: 2 }, told: [SENDING] },
      { chain: 'has', status: ['landed, with its row'], rows: 'has', told: [BOUGHT] },
    ],
  }),
  ...left('asked')({
    'The page was left before a wallet answered that tells its page alone': [
      {
        chain: 'never',
        told: [
          'The page was left too early. It was left before your wallet answered. Nothing was sent and nothing was paid.',
        ],
      },
    ],
  }),
  ...left('asked of Anchor', { on: 'any page' })({
    'The page was left while Anchor has the request': [{ chain: 'may', told: ['Your wallet still has your request'] }],
    'The page was left while Anchor has the request, which is signed there then': [
      { chain: 'may', told: ['Your wallet still has your request'] },
      { chain: 'has', act: 'Anchor signs', rows: 'has', told: [BOUGHT] },
    ],
  }),
  ...left('asked of Anchor, too late', { on: 'any page' })({
    'The page was left while Anchor has the request, which has run out since': [
      { chain: 'never', told: ['Too late', 'Nothing was paid.'] },
    ],
  }),
  ...left('sent', { on: 'any page' })({
    'The tab was closed, and the visitor comes back to another page: it landed': [
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [BOUGHT] },
    ],
    'The tab was closed, and the visitor comes back to another page: it is not known yet': [
      { chain: 'may', push: ['lost'], after: { pushes: 2 }, told: [] },
    ],
  }),
  ...left('unclear', { past: 11 * MINUTE, on: 'any page' })({
    'The tab was closed, and the visitor comes back to another page: the chain moved on without it': [
      { chain: 'never', irreversible: 'past', told: ['Your purchase did not go through. Nothing was paid.'] },
    ],
  }),
  ...left('signed', { on: 'any page' })({
    'The tab was closed before the sending, and the chain refuses it from another page': [
      { chain: 'never', push: [`refused: ${BALANCE}`], told: ['Not enough WAX', 'Nothing was paid.'] },
    ],
  }),
  ...left('told', { on: 'any page' })({
    'It was told, and its block is undone while the visitor is on another page': [
      { chain: 'may', push: ['lost'], told: ['The chain took it back'] },
      LANDED,
    ],
  }),
  ...left('told', { isLoaded: true })({
    'It was told, and the page is loaded anew': [{ chain: 'has', rows: 'has', after: { looks: 1 }, told: [BASKET] }],
  }),
  ...left('signed', { tabs: 2 })({
    'Two tabs show it': [
      { chain: 'may', push: ['lost'], told: [SETTLING] },
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [BOUGHT] },
    ],
  }),
  ...left('unclear')({
    'Another tab settles it': [
      { chain: 'may', push: ['lost'], told: [SETTLING] },
      { chain: 'has', act: 'another tab settles', rows: 'has', told: [BOUGHT] },
    ],
    'Another account logs in in another tab while it is unclear, and the buyer again': [
      { chain: 'may', push: ['lost'], told: [SETTLING] },
      { chain: 'may', act: 'bob logs in', told: [BASKET] },
      { chain: 'has', act: 'alice logs in', rows: 'has', told: [BOUGHT] },
    ],
  }),
  ...left('sent')({
    'Another account logs in in another tab once it was told': [
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [BOUGHT] },
      { chain: 'may', act: 'bob logs in', told: [BASKET] },
    ],
  }),
  ...left('signed')({
    "The browser's storage is full": [{ chain: 'has', act: 'storage is full', rows: 'has', told: [BOUGHT] }],
  }),
  ...left("an earlier host's asked")({
    'An earlier host has asked a wallet that tells its page alone': [
      { chain: 'never', told: ['It was left before your wallet answered. Nothing was sent and nothing was paid.'] },
    ],
  }),
  ...left("an earlier host's pending", { isLoaded: true })({
    'An earlier host has sent it, and it landed': [{ chain: 'has', push: ['duplicate'], rows: 'has', told: [BOUGHT] }],
  }),
  ...left("an earlier host's pending", { past: 11 * MINUTE })({
    'An earlier host has sent it 11 minutes past the expiration, and it had not landed': [GONE],
  }),
  ...left("an earlier host's bought", { on: 'any page' })({
    "An earlier host has told it by one node's word, which was a lie": [
      { chain: 'may', told: ['The chain took it back'] },
    ],
  }),
  ...left("an earlier host's damaged", { on: 'any page' })({
    'What an earlier host has kept is damaged': [
      {
        chain: 'may',
        told: [
          'We cannot read what was kept of a purchase',
          'Before you buy again, look at your cards and at what you bought: what the chain has is there.',
        ],
      },
    ],
  }),
  ...left('damaged', { isLoaded: true, on: 'any page' })({
    'A record is damaged': [{ chain: 'may', told: ['We cannot read what was kept of a purchase'] }],
  }),
  ...left("a newer release's")({
    'A record is of a newer release: nobody changes it': [{ chain: 'may', told: [BASKET] }],
  }),
]
