import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexedAsset } from '../testing/assets'
import { fixture, hasFixtures } from '../testing/fixtures'
import { formatAsset, formatAssets, IPFS_GATEWAY, readAttributes, toNumber } from './format-asset'

describe('formatAsset', () => {
  it("has the specification's fields and no others", () => {
    expect(formatAsset(indexedAsset())).toEqual({
      asset_id: 1099667509880,
      owner: 'alice.wam',
      template: 700101,
      schema: 'cards',
      collection: 'game',
      mutable_data: { img: `${IPFS_GATEWAY}QmMutable`, xp: 40 },
      immutable_data: { img: 'QmFixed', number: 9 },
      template_mint: 12,
      data: { img: `${IPFS_GATEWAY}QmPicture`, name: 'Ace', number: 9, tier: 'gold', stake_owner: 'alice.wam' },
    })
  })

  it.each([null, undefined])('takes an asset whose template is %s', (template) => {
    expect(formatAsset(indexedAsset({ template, template_mint: '0' }))).toMatchObject({
      template: null,
      template_mint: 0,
    })
  })

  it('keeps ids whole that no double can hold', () => {
    const template = { template_id: '18446744073709551614' }
    expect(formatAsset(indexedAsset({ asset_id: '18446744073709551615', template }))).toMatchObject({
      asset_id: '18446744073709551615',
      template: '18446744073709551614',
    })
  })

  it('never makes an amount of tokens a number', () => {
    const { data } = formatAsset(indexedAsset({ data: { backed: '1.00000000 WAX' } }))
    expect(data.backed).toBe('1.00000000 WAX')
  })

  it.each([
    ['QmHash', 'https://images.example/ipfs/QmHash'],
    ['QmHash/front.png', 'https://images.example/ipfs/QmHash/front.png'],
    ['ipfs://QmHash', 'https://images.example/ipfs/QmHash'],
    ['https://images.example/ipfs/QmHash', 'https://images.example/ipfs/QmHash'],
    ['http://elsewhere.example/1.png', 'http://elsewhere.example/1.png'],
    ['HTTPS://ELSEWHERE.EXAMPLE/1.png', 'HTTPS://ELSEWHERE.EXAMPLE/1.png'],
    ['', ''],
  ])('puts the gateway before the picture %j once', (img, address) => {
    const ipfs = 'https://images.example/ipfs/'
    const asset = formatAsset(indexedAsset({ data: { img }, mutable_data: { img } }), { ipfs })
    expect([asset.data.img, asset.mutable_data.img]).toEqual([address, address])
  })

  it('gives no picture to what has none', () => {
    expect(formatAsset(indexedAsset({ data: {}, mutable_data: {} }))).toMatchObject({ mutable_data: {} })
    expect(formatAsset(indexedAsset({ data: {} })).data).not.toHaveProperty('img')
  })

  it.each([
    ['the owner', {}, undefined, 'alice.wam'],
    ['its own', { stake_owner: 'staker.wam' }, undefined, 'staker.wam'],
    ['its own that looks like a number', { stake_owner: '12345' }, undefined, '12345'],
    ['the given one', { stake_owner: 'staker.wam' }, 'given.wam', 'given.wam'],
  ])('has as stake owner %s', (_, data, stakeOwner, owner) => {
    const options = stakeOwner === undefined ? {} : { stakeOwner }
    expect(formatAsset(indexedAsset({ data }), options).data.stake_owner).toBe(owner)
  })

  it.each([
    ['asset_id', { asset_id: undefined }],
    ['asset_id', { asset_id: '-1' }],
    ['asset_id', { asset_id: '1.5' }],
    ['asset_id', { asset_id: '007' }],
    ['owner', { owner: '' }],
    ['owner', { owner: null }],
    ['template.template_id', { template: {} }],
    ['schema.schema_name', { schema: null }],
    ['collection.collection_name', { collection: {} }],
    ['template_mint', { template_mint: 'many' }],
  ])('refuses one without a good %s: %o', (field, changes) => {
    expect(() => formatAsset(indexedAsset(changes))).toThrow(`reading ${field}: `)
  })

  it.each([null, undefined, 'asset', 7, []])('refuses %j', (asset) => {
    expect(() => formatAsset(asset)).toThrow('reading owner: ')
  })
})

it('leaves out an asset that cannot be read and keeps the others', () => {
  const assets = formatAssets([
    indexedAsset({ asset_id: '1' }),
    null,
    indexedAsset({ owner: 7 }),
    indexedAsset({ asset_id: '2' }),
  ])
  expect(assets.map(({ asset_id }) => asset_id)).toEqual([1, 2])
})

it.skipIf(!hasFixtures)('formats the recorded asset (skipped without ../shared/fixtures)', () => {
  const { data } = Object(fixture('atomic_asset.farmersworld-number-and-string-data.200.json'))
  expect(formatAsset(data)).toEqual({
    asset_id: 1099667509880,
    owner: 'farmersworld',
    template: 260629,
    schema: 'memberships',
    collection: 'farmersworld',
    mutable_data: { asdf: 1234 },
    immutable_data: { asdx: 4321 },
    template_mint: 4433,
    data: expect.objectContaining({
      img: `${IPFS_GATEWAY}QmZWg1mP2UNcSwhrYNVqjk16BnhcWCz3oAva8BfiTNB3J4`,
      level: 2,
      name: 'Silver Member',
      stake_owner: 'farmersworld',
    }),
  })
})

describe('toNumber', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['7', 7],
    ['-12', -12],
    ['4433', 4433],
    ['1.5', 1.5],
    ['-0.25', -0.25],
    ['12.50', 12.5],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
  ])('takes %j as a number', (text, number) => {
    expect(toNumber(text)).toBe(number)
  })

  it.each([
    '',
    '007',
    '-01',
    '1e5',
    '1E5',
    '.5',
    '5.',
    '+5',
    ' 5',
    '5 ',
    '5\n',
    '0x10',
    '1_000',
    '1,000',
    'NaN',
    'Infinity',
    '--1',
    '1.2.3',
    '9007199254740992',
    '12345678901234567890',
    '1.00000000 WAX',
    '0.12345678901234567890',
    '٣',
  ])('keeps %j a string', (text) => {
    expect(toNumber(text)).toBe(text)
  })

  it('loses nothing: every integer it takes is written the same', () => {
    fc.assert(
      fc.property(fc.bigInt(), (integer) => {
        expect(String(toNumber(String(integer)))).toBe(String(integer))
      }),
    )
  })

  it('loses nothing of a decimal but zeros at its end', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), fc.nat(99_999), (whole, fraction) => {
        const number = toNumber(`${whole}.${String(fraction).padStart(5, '0')}`)
        expect(
          Number(number)
            .toFixed(5)
            .replace(/^-(0\.0+)$/, '$1'),
        ).toBe(`${whole}.${String(fraction).padStart(5, '0')}`)
      }),
    )
  })
})

describe('readAttributes', () => {
  it('makes numeric-looking strings numbers, inside lists as well, and leaves the rest', () => {
    expect(readAttributes({ level: 2, power: '12', name: '007', ids: ['1', 'x', 3], on: true, none: null })).toEqual({
      level: 2,
      power: 12,
      name: '007',
      ids: [1, 'x', 3],
      on: true,
      none: null,
    })
  })

  it('gives the attributes no prototype to reach', () => {
    const attributes = readAttributes(JSON.parse('{"__proto__":{"polluted":"1"},"constructor":"2"}'))
    expect(Object.keys(attributes).toSorted()).toEqual(['__proto__', 'constructor'])
    expect({}).not.toHaveProperty('polluted')
  })

  it.each([undefined, null, 7])('has none of %s', (data) => {
    expect(readAttributes(data)).toEqual({})
  })
})
