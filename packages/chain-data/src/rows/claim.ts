import type { Claim } from '../store/app-data'
import { flag, integer, type Row, seconds, text } from './values'

export const readClaim = (row: Row): Claim => ({
  id: integer(row, 'claim_id').toString(),
  dropId: integer(row, 'drop_id').toString(),
  claimer: text(row, 'claimer'),
  amount: integer(row, 'amount'),
  isClaimed: flag(row, 'claimed'),
  reason: text(row, 'reason'),
  partnerCode: text(row, 'partner_code'),
  paid: text(row, 'paid'),
  // Rows of a claim that no transaction of the buyer made have none.
  transactionId: row.trx_id === undefined ? '' : text(row, 'trx_id'),
  createdAt: seconds(row, 'created_at'),
  expiresAt: seconds(row, 'expires_at'),
})
