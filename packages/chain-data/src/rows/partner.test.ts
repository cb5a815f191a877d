import { expect, it } from 'vitest'
import { readPartner } from './rows'
import { readRows } from './values'

const row = {
  code: 'hailmary',
  account: 'partneracc11',
  label: 'Hail Mary Podcast',
  share_bps: 500,
  discount_bps: 250,
  uses: '4294967296',
  active: 1,
  starts_at: 0,
  ends_at: 1701698400,
}

it('reads a partner', () => {
  expect(readPartner(row)).toEqual({
    code: 'hailmary',
    account: 'partneracc11',
    label: 'Hail Mary Podcast',
    shareBps: 500,
    discountBps: 250,
    uses: 4294967296n,
    isActive: true,
    startsAt: null,
    endsAt: 1701698400000,
  })
})

it.each(['code', 'account', 'label', 'share_bps', 'discount_bps', 'uses', 'active', 'starts_at', 'ends_at'])(
  'leaves out one without %s',
  (field) => {
    expect(readRows([{ ...row, [field]: undefined }, row], readPartner)).toHaveLength(1)
  },
)
