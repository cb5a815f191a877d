// What a chain and its asset index answer, as they write it.

/** Who is logged in, and whose wall is looked at. */
export const ACCOUNT = 'alice.wam'
/** Of what the account has done. */
export const TRANSACTION = '5c0ffee0'.repeat(8)

const seconds = (milliseconds) => Math.floor(milliseconds / 1000)
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** What sets the editions apart: a drop of each that every development chain has, and templates by tier, the plainest first. */
export const EDITIONS = {
  football: {
    dropId: 1,
    otherDropId: 2,
    name: 'Opening Drive',
    other: 'Two-Minute Drill',
    templates: [
      [700007, 700019, 700020, 700023, 700025, 700030, 700032, 700039],
      [700002, 700004, 700006, 700008, 700021, 700027],
      [700003, 700005, 700009, 700010, 700012],
      [700011, 700015, 700016, 700017],
      [700001, 700013, 700014, 700018, 700024, 700026],
    ],
  },
  basketball: {
    dropId: 5,
    otherDropId: 6,
    name: 'Tip-Off',
    other: 'Shot Clock',
    templates: [
      [700055, 700066, 700070, 700072, 700073, 700078, 700080, 700081],
      [700053, 700067, 700083, 700089, 700097],
      [700054, 700060, 700063, 700068, 700069],
      [700051, 700052, 700057, 700059, 700064, 700065],
      [700056, 700058, 700061, 700062, 700075, 700076, 700077],
    ],
  },
}

/** A drop on sale, with other values for some fields. */
export function dropRow(edition, changes = {}) {
  const { dropId, name } = EDITIONS[edition]
  const now = Date.now()
  return {
    drop_id: dropId,
    edition,
    name,
    display_data: JSON.stringify({
      name,
      description: 'Eight cards to build a first squad around, one of them a Captain or rarer.',
      img: '',
      odds: { common: 5200, uncommon: 3000, rare: 1400, epic: 330, legendary: 70 },
      contents: { cards: 8, least: 'rare' },
    }),
    assets_to_mint: [{ template_id: 700100 + dropId, amount: 1 }],
    listing_price: '24.99 USD',
    settlement_symbol: '8,WAX',
    price_recipient: 'fieldhouse.t',
    max_claimable: 12000,
    current_claimed: 1377,
    account_limit: 20,
    account_limit_cooldown: 0,
    auth_required: 0,
    start_time: seconds(now - 5 * HOUR),
    end_time: seconds(now + 5 * DAY),
    is_hidden: 0,
    ...changes,
  }
}

/** A median of so many 10^-4 dollars for one WAX. */
export const pointRow = (median) => ({
  id: 1,
  owner: 'elderguild',
  value: median,
  median,
  timestamp: new Date().toISOString().slice(0, -1),
})

/** The same of an hour, so many hours ago. */
export const medianRow = (median, hours) => ({
  at: new Date(Math.floor(Date.now() / HOUR - hours) * HOUR).toISOString(),
  median,
})

export const partnerRow = (changes = {}) => ({
  code: 'hailmary',
  account: 'partneracc11',
  label: 'Hail Mary Podcast',
  share_bps: 500,
  discount_bps: 1000,
  uses: 128,
  active: 1,
  starts_at: 0,
  ends_at: 0,
  ...changes,
})

/** A purchase of two packs. */
export const claimRow = (edition, changes = {}) => ({
  claim_id: 4294967301,
  drop_id: EDITIONS[edition].dropId,
  claimer: ACCOUNT,
  amount: 2,
  claimed: 1,
  reason: 'purchase',
  partner_code: '',
  paid: '844.25675676 WAX',
  trx_id: TRANSACTION,
  created_at: seconds(Date.now() - MINUTE),
  claimed_at: seconds(Date.now() - MINUTE),
  expires_at: 0,
  ...changes,
})

const FIRST_ID = 1_099_511_627_776

function assetRow(id, schema, template, mint, data, changes = {}) {
  const { owner = ACCOUNT, ...more } = changes
  const at = String(Date.now() - DAY)
  return {
    contract: 'atomicassets',
    asset_id: String(FIRST_ID + id),
    owner,
    collection: { collection_name: 'fieldhousegm', name: 'Fieldhouse' },
    schema: { schema_name: schema },
    template: { template_id: String(template), immutable_data: {} },
    template_mint: String(mint),
    mutable_data: {},
    immutable_data: {},
    backed_tokens: [],
    data,
    minted_at_time: at,
    transferred_at_time: at,
    ...more,
  }
}

/** A sealed pack with so many cards. */
export function packRow(edition, id, cards = 8, changes = {}) {
  const { dropId, name } = EDITIONS[edition]
  const data = { name, sport: edition, cards, least: 'rare', drop_id: String(dropId), img: '' }
  return assetRow(id, 'packs', 700100 + dropId, id, data, changes)
}

/** A pack that was opened, with the others of its block, as the gateway answers it. */
export const burnedRow = (edition, id) => {
  const { asset_id, data } = packRow(edition, id)
  return { asset_id, burned_at_block: '1800', burned_at_time: Date.now() - HOUR, data }
}

/** The `place`th card of a tier, from 1 for the plainest: another template each, and then their next copies. */
export function cardRow(edition, id, tier, place = 0, changes = {}) {
  const templates = EDITIONS[edition].templates[tier - 1]
  const mint = 7 + Math.floor(place / templates.length)
  return assetRow(id, edition, templates[place % templates.length], mint, { tier }, changes)
}

/** Cards of these tiers, in this order. */
export const cardsOf = (edition, tiers, from = 100) =>
  tiers.map((tier, index) =>
    cardRow(edition, from + index, tier, tiers.slice(0, index).filter((one) => one === tier).length),
  )

/** So many cards of every tier, the rarest fewest. */
export const wallOf = (edition, rarest) =>
  cardsOf(
    edition,
    [5, 4, 3, 2, 1].flatMap((tier) => Array.from({ length: tier === 5 ? rarest : 4 * (6 - tier) }, () => tier)),
  )

/** A sale of a copy at so many WAX, a day ago for each of its number. */
export const saleRow = (number, mint, wax) => ({
  sale_id: String(number),
  asset_id: String(FIRST_ID + 9000 + number),
  template_mint: String(mint),
  amount: `${wax}00000000`,
  token_symbol: 'WAX',
  token_precision: 8,
  updated_at_time: Date.now() - number * DAY,
})
