/** An asset as the index writes it, with other values for some fields. */
export const indexedAsset = (changes: Record<string, unknown> = {}) => ({
  contract: 'atomicassets',
  asset_id: '1099667509880',
  owner: 'alice.wam',
  collection: { collection_name: 'game', name: 'The Game' },
  schema: { schema_name: 'cards' },
  template: { template_id: '700101', immutable_data: {} },
  template_mint: '12',
  mutable_data: { img: 'QmMutable', xp: '40' },
  immutable_data: { img: 'QmFixed', number: '9' },
  backed_tokens: [{ token_symbol: 'WAX', amount: '100000000' }],
  data: { img: 'QmPicture', name: 'Ace', number: '9', tier: 'gold' },
  ...changes,
})
