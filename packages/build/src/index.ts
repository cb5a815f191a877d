export type { AppConfig } from './config.ts'
export { isWalletScript, LOGIN_BUDGET, loginChoices } from './release/budget.ts'
export { SHARED_NAMES } from './shared-libraries.ts'
export { Client } from './ship/client.ts'
