export { advance, type Evidence, nextStep, type Step } from './advance'
export { isEarlier, takeOver } from './earlier'
export {
  forgetRecords,
  keepRecord,
  noteRecord,
  RECORD_KEY,
  recordOf,
  recordsOf,
  subscribeToRecords,
  takeDamaged,
  tellRecord,
  useRecords,
} from './list'
export { holdPurchases, inTurn } from './lock'
export {
  isEnded,
  isLong,
  isMade,
  isUnderway,
  type Line,
  paceInLine,
  type RecordProblem,
  type RecordState,
  type SignedBytes,
  type Subject,
  type TransactionRecord,
} from './record'
export { isClaimed, type ReadOptions, type RowsRead, readRowsOf, rowsWithClaim } from './rows'
