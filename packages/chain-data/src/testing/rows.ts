/** A row of drops as a node writes it, with other values for some fields. */
export const dropRow = (changes: Record<string, unknown> = {}) => ({
  drop_id: 1,
  edition: 'football',
  name: 'Starter Pack',
  display_data:
    '{"name":"Starter Pack","description":"Five cards","img":"QmStarter","odds":{"common":7000,"legendary":20},"contents":{"cards":5}}',
  assets_to_mint: [{ template_id: 700101, amount: 5 }],
  listing_price: '9.99 USD',
  settlement_symbol: '8,WAX',
  price_recipient: 'gamecontract',
  max_claimable: 5000,
  current_claimed: 1377,
  account_limit: 10,
  account_limit_cooldown: 0,
  auth_required: 0,
  start_time: 1701093600,
  end_time: 1701698400,
  is_hidden: 0,
  ...changes,
})

export const pointRow = (id: number, median: number | string, timestamp: string) => ({
  id,
  owner: 'oracle',
  value: median,
  median,
  timestamp,
})

/** A row of partners as a node writes it. */
export const partnerRow = (changes: Record<string, unknown> = {}) => ({
  code: 'hailmary',
  account: 'partneracc11',
  label: 'Hail Mary Podcast',
  share_bps: 500,
  discount_bps: 250,
  uses: 128,
  active: 1,
  starts_at: 0,
  ends_at: 0,
  ...changes,
})

/** A row of claims as a node writes it: a purchase. */
export const claimRow = (changes: Record<string, unknown> = {}) => ({
  claim_id: '4294967301',
  drop_id: 1,
  claimer: 'alice.wam',
  amount: 2,
  claimed: 1,
  reason: 'purchase',
  partner_code: 'hailmary',
  paid: '167.39530000 WAX',
  trx_id: 'ab'.repeat(32),
  created_at: 1701093655,
  expires_at: 0,
  ...changes,
})
