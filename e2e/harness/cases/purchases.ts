import { type Case, MINUTE } from './case'

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

export const PURCHASES: Case[] = [
  {
    happens: 'The page is left between the signature and the sending',
    left: 'signed',
    steps: [{ chain: 'has', rows: 'has', told: [BOUGHT, 'Signed and on the chain'] }],
  },
  {
    happens: 'A node says that it carried it out, and the rows do not have it yet',
    left: 'signed',
    steps: [
      { chain: 'may', after: { pushes: 1, looks: 2 }, told: [SETTLING] },
      { chain: 'has', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'A node lies: it says "executed" and forwards nothing',
    left: 'signed',
    past: -6000,
    steps: [
      { chain: 'may', after: { pushes: 1, looks: 2 }, told: [SETTLING] },
      { chain: 'never', irreversible: 'past', told: [ABSENT] },
    ],
  },
  {
    happens: 'The answer is lost, and the purchase landed',
    left: 'signed',
    steps: [{ chain: 'has', push: ['lost', 'duplicate'], rows: 'has', told: [BOUGHT] }],
  },
  {
    happens: 'The answer is lost, and nothing had left: the same bytes are sent again',
    left: 'signed',
    steps: [
      { chain: 'may', push: ['lost'], after: { pushes: 2 }, told: [SETTLING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'The page was closed before the answer came, and the purchase landed',
    left: 'sent',
    steps: [{ chain: 'has', push: ['duplicate'], rows: 'has', told: [BOUGHT] }],
  },
  {
    happens:
      'The answer is lost, the gateway starts anew, and the visitor comes back 11 minutes past the expiration: it had landed',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'has', push: ['expired'], rows: 'has', irreversible: 'past', told: [BOUGHT] }],
  },
  {
    happens: 'The same, and it had not landed',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'never', push: ['expired'], irreversible: 'past', told: [ABSENT] }],
  },
  {
    happens: 'Past the expiration; the irreversible chain is not there yet',
    left: 'unclear',
    past: 5000,
    steps: [
      { chain: 'may', after: { looks: 2 }, told: [SETTLING] },
      { chain: 'never', irreversible: 'past', told: [ABSENT] },
    ],
  },
  {
    happens: 'Past the expiration; it landed in the last block that could have it',
    left: 'unclear',
    past: 5000,
    steps: [
      { chain: 'has', after: { looks: 1 }, told: [SETTLING] },
      { chain: 'has', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'Past the expiration; one node only lacks the row',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'has', rows: 'lacks', proof: 'has', irreversible: 'past', told: [BOUGHT] }],
  },
  {
    happens: 'Past the expiration; the rows end with `more`',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [
      { chain: 'may', rows: 'cut', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] },
      { chain: 'never', rows: 'lacks', told: [ABSENT] },
    ],
  },
  {
    happens: 'Past the expiration; the row that has it is cut off by `more`',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [
      { chain: 'has', rows: 'cut', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] },
      { chain: 'has', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'Past the expiration; a row that cannot be read',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'has', rows: 'unreadable', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] }],
  },
  {
    happens: 'Past the expiration; the gateway cannot be reached',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'has', rows: 'unreachable', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] }],
  },
  {
    happens: 'Past the expiration; the gateway answers 429',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'has', rows: 'too many', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] }],
  },
  {
    happens: 'Past the expiration; the gateway answers 503',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'has', rows: 'failing', irreversible: 'past', after: { looks: 2 }, told: [SETTLING] }],
  },
  {
    happens: 'Past the expiration; no node says since when what is irreversible',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'may', irreversible: 'untold', after: { looks: 2 }, told: [SETTLING] }],
  },
  {
    happens: 'Past the expiration; where the irreversible chain is cannot be read',
    left: 'unclear',
    past: 11 * MINUTE,
    steps: [{ chain: 'may', irreversible: 'unreachable', told: [SETTLING] }],
  },
  {
    happens: 'The block that has it is undone, and the next one has it again',
    left: 'seen',
    steps: [
      { chain: 'has', rows: 'has', after: { looks: 1 }, told: [BOUGHT] },
      { chain: 'may', rows: 'lacks', push: ['lost'], told: [UNDONE] },
      { chain: 'has', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'The block that has it is undone, and no other gets it',
    left: 'seen',
    past: 5000,
    steps: [
      { chain: 'has', rows: 'has', after: { looks: 1 }, told: [BOUGHT] },
      { chain: 'may', rows: 'lacks', told: [UNDONE] },
      { chain: 'never', irreversible: 'past', told: [ABSENT] },
    ],
  },
  {
    happens: 'It was seen; one node hides the row',
    left: 'seen',
    steps: [{ chain: 'has', rows: 'lacks', proof: 'has', after: { looks: 2 }, told: [BOUGHT] }],
  },
  {
    happens: 'It was seen; the rows end with `more`',
    left: 'seen',
    steps: [{ chain: 'has', rows: 'cut', after: { looks: 1 }, told: [BOUGHT] }],
  },
  {
    happens: 'It was seen, and becomes irreversible: its signed bytes are erased',
    left: 'seen',
    steps: [{ chain: 'has', rows: 'has', irreversible: 'final', stored: 'final', told: [BOUGHT] }],
  },
  {
    happens: 'The chain refuses the first sending: the balance is too small',
    left: 'signed',
    steps: [{ chain: 'never', push: [`refused: ${BALANCE}`], told: [NO_WAX] }],
  },
  {
    happens: 'The chain refuses the first sending: sold out',
    left: 'signed',
    steps: [
      {
        chain: 'never',
        push: [`refused: ${SOLD_OUT}`],
        told: ['Sold out. Someone else got the last pack. Nothing was paid.'],
      },
    ],
  },
  {
    happens: 'The chain refuses the first sending: the price moved',
    left: 'signed',
    steps: [
      {
        chain: 'never',
        push: [`refused: ${MOVED}`],
        told: ['The price moved. The price of WAX changed while you were signing. Nothing was paid.'],
      },
    ],
  },
  {
    happens: "The chain refuses the first sending: the account's limit",
    left: 'signed',
    steps: [
      {
        chain: 'never',
        push: [`refused: ${LIMIT}`],
        told: ['You have reached the limit. Each account can buy 3 of this pack. Nothing was paid.'],
      },
    ],
  },
  {
    happens: 'The chain refuses the first sending: the account is out of CPU',
    left: 'signed',
    steps: [{ chain: 'never', push: ['cpu'], told: ['Your account is out of CPU.', 'Nothing was paid.'] }],
  },
  {
    happens: 'The chain refuses the first sending: it came too late',
    left: 'signed',
    steps: [{ chain: 'never', push: ['expired'], told: ['Too late.', 'Nothing was paid.'] }],
  },
  {
    happens: 'A lost sending landed and took the balance: the second one is refused for it',
    left: 'signed',
    steps: [
      { chain: 'has', push: ['lost', `refused: ${BALANCE}`], after: { pushes: 3 }, told: [SETTLING] },
      { chain: 'has', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'A sending is lost, the second one refused, and neither landed',
    left: 'signed',
    past: -6000,
    steps: [
      { chain: 'may', push: ['lost', `refused: ${BALANCE}`], after: { pushes: 2 }, told: [SETTLING] },
      { chain: 'never', irreversible: 'past', told: [ABSENT] },
    ],
  },
  {
    happens: 'A node has it already, its rows not yet',
    left: 'signed',
    steps: [
      { chain: 'may', push: ['duplicate'], after: { looks: 2 }, told: [SETTLING] },
      { chain: 'has', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'The gateway sent nothing (503), then it does',
    left: 'signed',
    steps: [
      { chain: 'may', push: ['not sent'], after: { pushes: 2 }, told: [SENDING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'The gateway refuses too many requests (429), then it takes it',
    left: 'signed',
    steps: [
      { chain: 'may', push: ['too many'], after: { pushes: 2 }, told: [SENDING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'The gateway sent nothing until it was too late',
    left: 'signed',
    past: -4000,
    steps: [{ chain: 'never', push: ['not sent'], irreversible: 'past', told: ['Nothing was paid.'] }],
  },
  {
    happens: 'The gateway does not know what became of it (504)',
    left: 'signed',
    steps: [
      { chain: 'may', push: ['unknown'], after: { pushes: 2 }, told: [SETTLING] },
      { chain: 'has', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'A proxy on the way answers with a page of its own (502)',
    left: 'signed',
    steps: [
      { chain: 'may', push: ['proxy'], after: { pushes: 2 }, told: [SETTLING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'The gateway cannot be reached, then it can',
    left: 'signed',
    steps: [
      { chain: 'may', push: ['unreachable'], after: { pushes: 2 }, told: [SETTLING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'It waits in line, is sent, and lands: the gateway hands its row on',
    left: 'signed',
    steps: [
      { chain: 'may', push: ['in line'], status: ['queued'], told: IN_LINE },
      { chain: 'may', status: ['sent'], told: OUT_OF_LINE },
      { chain: 'has', status: ['landed, with its row'], rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'It is held around an opening, without a place',
    left: 'signed',
    steps: [
      {
        chain: 'may',
        push: ['in line'],
        status: ['held'],
        told: ['You are in', 'Your place comes at opening.', 'Nothing paid until then.'],
      },
    ],
  },
  {
    happens: 'The line stands still, because no node takes anything',
    left: 'signed',
    steps: [
      { chain: 'may', push: ['in line'], status: ['queued'], told: IN_LINE },
      { chain: 'may', status: ['still'], told: ['Paused. Your place is kept.', 'Nothing paid until then.'] },
    ],
  },
  {
    happens: 'The tab was closed while it waited in line, and is opened again',
    left: 'in line',
    steps: [
      { chain: 'may', status: ['queued'], told: IN_LINE },
      { chain: 'has', status: ['landed, with its row'], rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'The gateway says that it landed, without a row, and the rows do not have it',
    left: 'in line',
    steps: [
      { chain: 'may', status: ['landed'], after: { looks: 2 }, told: [SENDING] },
      { chain: 'has', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: "The gateway says that it landed, with another purchase's row",
    left: 'in line',
    steps: [{ chain: 'may', status: ["landed, with another's row"], after: { looks: 2 }, told: [SENDING] }],
  },
  {
    happens: 'It expired in the line',
    left: 'in line',
    steps: [
      { chain: 'may', status: ['queued'], told: IN_LINE },
      { chain: 'never', status: ['expired'], told: ['Too late.', 'Nothing was paid.'] },
    ],
  },
  {
    happens: 'It left the line',
    left: 'in line',
    steps: [
      { chain: 'may', status: ['queued'], told: IN_LINE },
      {
        chain: 'never',
        status: ['left'],
        told: ['You left the line. Nothing was sent and nothing was paid. Your order is as you left it.'],
      },
    ],
  },
  {
    happens: 'The chain refuses what waited in line',
    left: 'in line',
    steps: [{ chain: 'never', status: [`refused: ${BALANCE}`], told: [NO_WAX] }],
  },
  {
    happens: 'It expired in the line, and a sending before had been lost',
    left: 'in line, after an unclear sending',
    steps: [
      { chain: 'may', status: ['expired'], after: { looks: 2 }, told: [SETTLING] },
      { chain: 'has', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'It left the line, and a sending before had been lost',
    left: 'in line, after an unclear sending',
    steps: [{ chain: 'may', status: ['left'], after: { looks: 2 }, told: [SETTLING] }],
  },
  {
    happens: 'The chain refuses what waited in line, and a sending before had been lost',
    left: 'in line, after an unclear sending',
    steps: [{ chain: 'may', status: [`refused: ${BALANCE}`], push: ['lost'], after: { pushes: 1 }, told: [SETTLING] }],
  },
  {
    happens: 'The same, by a gateway that knows of all that was sent',
    left: 'in line, after an unclear sending',
    steps: [{ chain: 'never', status: [`refused, of all that it sent: ${BALANCE}`], told: [NO_WAX] }],
  },
  {
    happens: 'The gateway starts anew, and has forgotten who waited in line',
    left: 'in line',
    steps: [
      { chain: 'may', status: ['queued'], told: IN_LINE },
      { chain: 'may', status: ['forgotten'], push: ['lost'], after: { pushes: 1 }, told: [SETTLING] },
      { chain: 'has', push: ['executed'], rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'The gateway could not find out what became of what it sent',
    left: 'in line',
    steps: [{ chain: 'may', status: ['unknown'], push: ['lost'], after: { pushes: 1 }, told: [SETTLING] }],
  },
  {
    happens: 'The gateway is too busy to say how it stands (429)',
    left: 'in line',
    steps: [
      { chain: 'may', status: ['too many'], after: { statuses: 2 }, told: [SENDING] },
      { chain: 'has', status: ['landed, with its row'], rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'The page was left before a wallet answered that tells its page alone',
    left: 'asked',
    steps: [
      {
        chain: 'never',
        told: [
          'The page was left too early. It was left before your wallet answered. Nothing was sent and nothing was paid.',
        ],
      },
    ],
  },
  {
    happens: 'The page was left while Anchor has the request',
    left: 'asked of Anchor',
    on: 'any page',
    steps: [{ chain: 'may', told: ['Your wallet still has your request'] }],
  },
  {
    happens: 'The page was left while Anchor has the request, which is signed there then',
    left: 'asked of Anchor',
    on: 'any page',
    steps: [
      { chain: 'may', told: ['Your wallet still has your request'] },
      { chain: 'has', act: 'Anchor signs', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'The page was left while Anchor has the request, which has run out since',
    left: 'asked of Anchor, too late',
    on: 'any page',
    steps: [{ chain: 'never', told: ['Too late', 'Nothing was paid.'] }],
  },
  {
    happens: 'The tab was closed, and the visitor comes back to another page: it landed',
    left: 'sent',
    on: 'any page',
    steps: [{ chain: 'has', push: ['duplicate'], rows: 'has', told: [BOUGHT] }],
  },
  {
    happens: 'The tab was closed, and the visitor comes back to another page: it is not known yet',
    left: 'sent',
    on: 'any page',
    steps: [{ chain: 'may', push: ['lost'], after: { pushes: 2 }, told: [] }],
  },
  {
    happens: 'The tab was closed, and the visitor comes back to another page: the chain moved on without it',
    left: 'unclear',
    past: 11 * MINUTE,
    on: 'any page',
    steps: [{ chain: 'never', irreversible: 'past', told: ['Your purchase did not go through. Nothing was paid.'] }],
  },
  {
    happens: 'The tab was closed before the sending, and the chain refuses it from another page',
    left: 'signed',
    on: 'any page',
    steps: [{ chain: 'never', push: [`refused: ${BALANCE}`], told: ['Not enough WAX', 'Nothing was paid.'] }],
  },
  {
    happens: 'It was told, and its block is undone while the visitor is on another page',
    left: 'told',
    on: 'any page',
    steps: [
      { chain: 'may', push: ['lost'], told: ['The chain took it back'] },
      { chain: 'has', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'It was told, and the page is loaded anew',
    left: 'told',
    isLoaded: true,
    steps: [{ chain: 'has', rows: 'has', after: { looks: 1 }, told: [BASKET] }],
  },
  {
    happens: 'Two tabs show it',
    left: 'signed',
    tabs: 2,
    steps: [
      { chain: 'may', push: ['lost'], told: [SETTLING] },
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'Another tab settles it',
    left: 'unclear',
    steps: [
      { chain: 'may', push: ['lost'], told: [SETTLING] },
      { chain: 'has', act: 'another tab settles', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'Another account logs in in another tab while it is unclear, and the buyer again',
    left: 'unclear',
    steps: [
      { chain: 'may', push: ['lost'], told: [SETTLING] },
      { chain: 'may', act: 'bob logs in', told: [BASKET] },
      { chain: 'has', act: 'alice logs in', rows: 'has', told: [BOUGHT] },
    ],
  },
  {
    happens: 'Another account logs in in another tab once it was told',
    left: 'sent',
    steps: [
      { chain: 'has', push: ['duplicate'], rows: 'has', told: [BOUGHT] },
      { chain: 'may', act: 'bob logs in', told: [BASKET] },
    ],
  },
  {
    happens: "The browser's storage is full",
    left: 'signed',
    steps: [{ chain: 'has', act: 'storage is full', rows: 'has', told: [BOUGHT] }],
  },
  {
    happens: 'An earlier host has asked a wallet that tells its page alone',
    left: "an earlier host's asked",
    steps: [
      { chain: 'never', told: ['It was left before your wallet answered. Nothing was sent and nothing was paid.'] },
    ],
  },
  {
    happens: 'An earlier host has sent it, and it landed',
    left: "an earlier host's pending",
    isLoaded: true,
    steps: [{ chain: 'has', push: ['duplicate'], rows: 'has', told: [BOUGHT] }],
  },
  {
    happens: 'An earlier host has sent it 11 minutes past the expiration, and it had not landed',
    left: "an earlier host's pending",
    past: 11 * MINUTE,
    steps: [{ chain: 'never', irreversible: 'past', told: [ABSENT] }],
  },
  {
    happens: "An earlier host has told it by one node's word, which was a lie",
    left: "an earlier host's bought",
    on: 'any page',
    steps: [{ chain: 'may', told: ['The chain took it back'] }],
  },
  {
    happens: 'What an earlier host has kept is damaged',
    left: "an earlier host's damaged",
    on: 'any page',
    steps: [
      {
        chain: 'may',
        told: [
          'We cannot read what was kept of a purchase',
          'Before you buy again, look at your cards and at what you bought: what the chain has is there.',
        ],
      },
    ],
  },
  {
    happens: 'A record is damaged',
    left: 'damaged',
    isLoaded: true,
    on: 'any page',
    steps: [{ chain: 'may', told: ['We cannot read what was kept of a purchase'] }],
  },
  {
    happens: 'A record is of a newer release: nobody changes it',
    left: "a newer release's",
    steps: [{ chain: 'may', told: [BASKET] }],
  },
]
