import type { Partner } from '../store/app-data'
import { flag, integer, type Row, seconds, text } from './values'

export const readPartner = (row: Row): Partner => ({
  code: text(row, 'code'),
  account: text(row, 'account'),
  label: text(row, 'label'),
  shareBps: Number(integer(row, 'share_bps')),
  discountBps: Number(integer(row, 'discount_bps')),
  uses: integer(row, 'uses'),
  isActive: flag(row, 'active'),
  startsAt: seconds(row, 'starts_at'),
  endsAt: seconds(row, 'ends_at'),
})
