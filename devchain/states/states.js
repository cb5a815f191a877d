// Every state of the slip, the line, the stage, walls and cards: a page's address, and the world that it opens in.
import {
  ACCOUNT,
  burnedRow,
  cardRow,
  cardsOf,
  claimRow,
  DAY,
  EDITIONS,
  MINUTE,
  packRow,
  partnerRow,
  saleRow,
  wallOf,
} from './rows.js'

/**
 * What a page meets.
 * @typedef {object} World
 * @property {string | null} [user] who is logged in; null for nobody. Default: alice.wam
 * @property {'anchor' | 'wombat'} [wallet] with what. Default: anchor
 * @property {object} [drop] fields of the row of the drop that is shown, in the place of the usual
 * @property {(edition: string) => object} [paused] what ops say of paused sales
 * @property {number} [age] how old the drops and the median are, seconds
 * @property {number | null} [median] 10^-4 dollars for one WAX; null for none
 * @property {number} [medianThen] the same, once something is pressed
 * @property {string} [balance] as the chain writes it
 * @property {object[]} [claims] rows of the account
 * @property {object[]} [partners] rows of all
 * @property {object[] | 'reading' | 'failing'} [assets] what the index has: rows, no answer yet, or a failure
 * @property {object[]} [burned] what the account opened, as the index has it
 * @property {{ listed?: object[], sold?: object[] }} [sales] of a card's template
 * @property {boolean} [isSealed] the chain has the account's pack still
 * @property {object} [basket] packs by drop, and a partner's code
 * @property {object} [record] what is kept of a transaction, in the place of the usual
 * @property {object[]} [pushes] how the gateway says that it stands, one after the other; none for no answer
 * @property {object} [place] a kept place in line before a signature
 * @property {object} [placed] how the gateway says that it stands
 * @property {string[]} [press] what is pressed, one after the other; `selector = text` writes
 */

const seconds = (milliseconds) => Math.floor((Date.now() + milliseconds) / 1000)

const BUY = '#fh-main [data-slip] button[type="submit"]'
/** On the beam, of packs to open, and on the stage. */
const OPEN = '#fh-main dl button'
const TEAR = 'dialog[open] h2 ~ button'
const SKIP = 'dialog[open] p + button + button:has(+ button)'
const SHARE = 'dialog[open] h2 + ul + div button:first-child'

const paused = (edition) => ({
  [edition]: {
    en: 'We are looking at the price feed. Back at 20:00 UTC.',
    es: 'Estamos revisando el precio. Volvemos a las 20:00 UTC.',
    since: new Date(Date.now() - 20 * MINUTE).toISOString(),
  },
})

/** A chain's refusal, before anything was carried out. */
const refused = (message, kind = 'chain') => ({
  state: 'refused',
  problem: { kind, message, detail: message },
  signed: null,
})

const SOLD_OUT = { current_claimed: 12000 }
const IN_LINE = { place: 312, of: 1840, sendsAt: null, isMoving: true, from: 640 }
const QUEUED = { state: 'queued', place: 312, of: 1840, sends_in: 74_000, is_moving: true }
/** @param then what becomes of it, one after the other */
const inLine = (line, push, ...then) => ({
  record: { line: { ...IN_LINE, ...line } },
  // The page asks again after a tenth of that.
  pushes: [{ ...QUEUED, ...(then.length > 0 && { sends_in: 30_000 }), ...push }, ...then],
})

const WAITING = { state: 'waiting', place: 900, of: 4012, turn_in: 228_000, is_moving: true, missed: false }

const slips = (edition) => {
  const { dropId } = EDITIONS[edition]
  const bought = {
    record: { state: 'seen', block: 1900 },
    claims: [claimRow(edition)],
  }
  const own = (row) => claimRow(edition, row)
  return {
    out: ['nobody is logged in', { user: null }],
    ready: ['somebody is', {}],
    several: ['three packs', { basket: { packs: { [dropId]: '3' } } }],
    code: ["a partner's code takes a tenth off", { basket: { partner: 'hailmary' }, partners: [partnerRow()] }],
    'code-over': [
      'a code that does not count any more',
      { basket: { partner: 'hailmary' }, partners: [partnerRow({ active: 0 })] },
    ],
    wax: ['a price in WAX', { drop: { listing_price: '12.50000001 WAX' } }],
    free: ['nothing to pay', { drop: { listing_price: '0.00 USD' } }],
    few: ['the last three', { drop: { current_claimed: 11997 } }],
    unpriced: ['no price of WAX is known', { median: null }],
    stale: ['nobody has heard of the chain for an hour', { age: 3600 }],
    soon: ['it opens in two minutes', { drop: { start_time: seconds(2 * MINUTE) } }],
    'soon-days': ['it opens in three days', { drop: { start_time: seconds(3 * DAY) } }],
    soldout: ['sold out', { drop: SOLD_OUT }],
    ended: ['the sale is over', { drop: { start_time: seconds(-9 * DAY), end_time: seconds(-DAY) } }],
    paused: ['ops have paused the sale', { paused }],
    invited: ['for accounts that were invited, and this one was not', { drop: { auth_required: 1 } }],
    'invited-out': ['the same, and nobody is logged in', { user: null, drop: { auth_required: 1 } }],
    'invited-in': [
      'the same, and this one was',
      { drop: { auth_required: 1 }, claims: [own({ claimed: 0, reason: 'invitation', trx_id: '' })] },
    ],
    limit: ['the account has bought all that one may', { claims: [own({ amount: 20 })] }],
    'limit-again': [
      'the same, and may again after an hour',
      { drop: { account_limit_cooldown: 3600 }, claims: [own({ amount: 20 })] },
    ],
    short: ['the account has too few WAX', { balance: '5.00000000 WAX' }],
    'short-of-several': [
      'they reach for one of three',
      { balance: '500.00000000 WAX', basket: { packs: { [dropId]: '3' } } },
    ],
    wallet: ['the wallet is asked', { wallet: 'wombat', press: [BUY] }],
    moved: ['the price of WAX moved before the press', { wallet: 'wombat', medianThen: 530, press: [BUY] }],
    sending: ['signed, and on its way', { record: { state: 'signed', sentAt: 0, location: '' } }],
    lookup: ['nobody knows yet whether it went through', { record: { isOpen: true, location: '' } }],
    undone: ['the block that had it was replaced', { record: { isUndone: true, location: '' } }],
    absent: ['the chain moved on without it', { record: { state: 'absent' } }],
    'refused-balance': ['refused: too few WAX', { record: refused('overdrawn balance') }],
    'refused-soldout': ['refused: sold out', { record: refused('assertion failure with message: sold out') }],
    'refused-moved': [
      'refused: the price moved',
      { record: refused('assertion failure with message: price has moved, deposit too small') },
    ],
    'refused-limit': [
      "refused: the account's limit",
      { record: refused('assertion failure with message: account limit reached (3)') },
    ],
    'refused-cpu': [
      'refused: the account is out of CPU',
      { record: refused('tx_cpu_usage_exceeded: transaction was executing for too long', 'resources') },
    ],
    'refused-late': ['refused: it came too late', { record: refused('expired transaction', 'expired') }],
    bought: ['it is on the chain, and the packs are not on the wall yet', bought],
    'bought-open': ['they are: it opens them', { ...bought, assets: [packRow(edition, 1), packRow(edition, 2)] }],
  }
}

const lines = {
  queued: ['in line, signed', inLine()],
  held: [
    'held around the opening, without a place',
    inLine({ place: null }, { place: undefined, sends_in: undefined }),
  ],
  still: ['no node takes anything', inLine({ isMoving: false }, { is_moving: false })],
  near: ['next but one', inLine({ place: 2 }, { place: 2, sends_in: 20_000 })],
  sent: ['sent, and the chain has not answered', inLine({}, {}, { state: 'sent' })],
  soldout: ['the drop sold out before its turn', { ...inLine({}, {}, { state: 'left' }), drop: SOLD_OUT }],
  ticket: ['a place before the signature', { place: {}, placed: WAITING }],
  turn: ['the turn to sign', { place: { state: 'turn' }, placed: { state: 'turn', ends_in: 47_000, missed: false } }],
  missed: ['the turn passed', { place: { state: 'over', isMissed: true } }],
  'ticket-soldout': ['the drop sold out before the turn', { place: {}, placed: WAITING, drop: SOLD_OUT }],
}

/** A pack that is opened, and what comes out of it. */
const opening = (edition, tiers, changes = {}) => ({
  record: {
    state: 'seen',
    block: 1900,
    subject: {
      kind: 'opening',
      packId: packRow(edition, 1).asset_id,
      packName: EDITIONS[edition].name,
      after: packRow(edition, 50).asset_id,
    },
    ...changes,
  },
  assets: [packRow(edition, 1, tiers.length), cardRow(edition, 40, 2), ...cardsOf(edition, tiers)],
})

const REFUSED = {
  state: 'refused',
  error: { code: 3050003, name: 'eosio_assert_message_exception', what: '', details: [{ message: 'not your pack' }] },
}

const stages = (edition) => {
  const sealed = [packRow(edition, 1), cardRow(edition, 40, 2)]
  /** Nothing has come out of it yet. */
  const waiting = (changes) => ({
    ...opening(edition, [1, 1, 1, 1, 1, 1, 2, 3], changes),
    assets: sealed,
    isSealed: true,
    press: [OPEN],
  })
  const ended = (changes) => waiting({ ...changes, signed: null })
  const open = (...tiers) => ({ ...opening(edition, tiers), press: [OPEN] })
  const pull = (...tiers) => ({ ...opening(edition, tiers), press: [OPEN, SKIP] })
  const share = (...tiers) => ({ ...opening(edition, tiers), press: [OPEN, SKIP, SHARE] })
  const fresh = (opened) => ({ ...opened, assets: opened.assets.map((row) => ({ ...row, template_mint: '0' })) })
  return {
    sealed: ['a sealed pack', { assets: sealed, press: [OPEN] }],
    several: ['the first of three', { assets: [...sealed, packRow(edition, 2), packRow(edition, 3)], press: [OPEN] }],
    wallet: ['the wallet is asked', { wallet: 'wombat', assets: sealed, press: [OPEN, TEAR] }],
    signed: ['signed: the strip tears', waiting({ state: 'sent', isUnanswered: true, location: '', block: 0 })],
    undone: ['the block that had it was replaced', waiting({ state: 'sent', isUndone: true, location: '', block: 0 })],
    reading: ['opened, and its cards are on their way', { ...waiting({}), isSealed: false }],
    refused: ['the chain said no', { ...waiting({ state: 'sent', block: 0 }), pushes: [{ state: 'sent' }, REFUSED] }],
    absent: ['the chain moved on without it', ended({ state: 'absent' })],
    card: ['the first card', open(1, 1, 1, 1, 1, 1, 2, 3)],
    'card-fresh': ['one that the index has not numbered yet, as each is for minutes', fresh(open(4))],
    captain: ['a card of the middle tier', open(3)],
    marquee: ['a card of the next', open(4)],
    rafters: ['a card of the rarest', open(5)],
    'pull-1': ['what was in a pack of one', pull(4)],
    'pull-3': ['of three', pull(1, 2, 3)],
    'pull-5': ['of five', pull(1, 1, 2, 3, 5)],
    'pull-8': ['of eight', pull(1, 1, 1, 1, 1, 2, 2, 3)],
    'pull-fresh': ['of eight that are not numbered yet', fresh(pull(1, 1, 1, 1, 1, 2, 2, 3))],
    'share-3': ['the picture of three to share, none of the rarest', share(1, 2, 3)],
    'share-5': ['of five', share(1, 1, 2, 3, 5)],
    'share-8': ['of eight', share(1, 1, 1, 1, 1, 2, 2, 5)],
    'pull-next': [
      'of three, and another pack is left',
      {
        ...opening(edition, [1, 1, 2]),
        assets: [...opening(edition, [1, 1, 2]).assets, packRow(edition, 2)],
        press: [OPEN, SKIP],
      },
    ],
  }
}

const walls = (edition) => ({
  out: ['nobody is logged in', { user: null }],
  reading: ['it is being read', { assets: 'reading' }],
  failed: ['the index does not answer', { assets: 'failing' }],
  empty: ['nothing hangs there', {}],
  'first-pack': ['one sealed pack and no card', { assets: [packRow(edition, 1)] }],
  'first-packs': ['three sealed packs and no card', { assets: [1, 2, 3].map((id) => packRow(edition, id)) }],
  'first-card': ['one card', { assets: [cardRow(edition, 1, 1)] }],
  'no-rafters': ['40 cards, none of the rarest', { assets: wallOf(edition, 0) }],
  rafters: ['one of the rarest', { assets: wallOf(edition, 1) }],
  'rafters-71': ['71 of them', { assets: wallOf(edition, 71) }],
  packs: ['cards, and packs to open', { assets: [...wallOf(edition, 3), packRow(edition, 1), packRow(edition, 2)] }],
  history: [
    'with what was bought, collected and opened',
    {
      assets: wallOf(edition, 3),
      burned: [burnedRow(edition, 3), burnedRow(edition, 4)],
      claims: [
        claimRow(edition),
        claimRow(edition, {
          claim_id: 7,
          reason: 'Giveaway of the season',
          paid: '',
          amount: 1,
          trx_id: '5eed'.repeat(16),
        }),
      ],
    },
  ],
  found: ['a search', { assets: wallOf(edition, 3), press: ['#fh-main input[type="search"] = captain'] }],
  'found-nothing': [
    'a search that finds nothing',
    { assets: wallOf(edition, 3), press: ['#fh-main input[type="search"] = zzz'] },
  ],
})

const publicWalls = (edition) => ({
  public: ['of somebody, to anybody', { user: null, assets: wallOf(edition, 7) }],
  'public-own': ['to its owner', { assets: wallOf(edition, 2) }],
  'public-reading': ['it is being read', { user: null, assets: 'reading' }],
  'public-empty': ['nothing hangs there', { user: null }],
  'public-failed': ['the index does not answer', { user: null, assets: 'failing' }],
})

const cards = (edition) => {
  const card = (tier, changes) => cardRow(edition, 1, tier, 0, changes)
  const listed = [saleRow(1, 9, 240), saleRow(2, 31, 255)]
  const sold = [saleRow(1, 14, 231), saleRow(4, 3, 310), saleRow(9, 77, 198)]
  return {
    own: ["the visitor's, with sales and a floor", { assets: [card(4)], sales: { listed, sold } }],
    other: ["somebody else's", { user: null, assets: [card(5, { owner: 'bob.wam' })], sales: { listed, sold } }],
    plain: ['the plainest, never sold and not listed', { assets: [card(1)], sales: { listed: [], sold: [] } }],
    unsold: ['listed, never sold', { assets: [card(3)], sales: { listed, sold: [] } }],
    'no-market': ['the market cannot be read', { assets: [card(2)] }],
    reading: ['it is being read', { assets: 'reading' }],
    failed: ['the index does not answer', { assets: 'failing' }],
    missing: ['there is no such card', {}],
  }
}

const all = (edition) => {
  const { dropId } = EDITIONS[edition]
  const card = cardRow(edition, 1, 1).asset_id
  const of = (group, path, states, prefix = group) =>
    Object.entries(states).map(([short, [about, world]]) => {
      const name = `${edition}-${prefix}-${short}`
      return { name, group, edition, about, world, path: `${path}${path.includes('?') ? '&' : '?'}_state=${name}` }
    })
  return [
    ...of('slip', `/${edition}/drops/${dropId}`, slips(edition)),
    ...of('line', `/${edition}/drops/${dropId}`, lines),
    ...of('stage', `/${edition}/my-cards`, stages(edition)),
    ...of('wall', `/${edition}/my-cards`, walls(edition)),
    ...of('wall', `/${edition}/wall/${ACCOUNT}`, publicWalls(edition)),
    ...of('card', `/${edition}/my-cards/card?asset=${card}`, cards(edition)),
  ]
}

/** @type {{ name: string, group: string, edition: string, about: string, path: string, world: World }[]} */
export const STATES = Object.keys(EDITIONS).flatMap(all)
