export { signAndKeep } from './asked'
export { followRecords, forgetEnded } from './follow'
