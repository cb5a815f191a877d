export type { AppConfig } from './config.ts'
export { isWalletScript, WALLETS_BUDGET } from './release/budget.ts'
export { SHARED_NAMES } from './shared-libraries.ts'
