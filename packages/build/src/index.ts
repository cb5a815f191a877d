export { build } from './build.ts'
export { type App, type AppConfig, type Mode, readApp } from './config.ts'
export {
  firstPageScripts,
  isWalletScript,
  PAGE_BUDGET,
  REMOTE_BUDGET,
  SHELL_BUDGET,
  sizeTable,
  WALLETS_BUDGET,
} from './release/budget.ts'
export { releaseName, sha384 } from './release/name.ts'
export type { WrittenRelease } from './release/write.ts'
export { SHARED_NAMES } from './shared-libraries.ts'
export { watch } from './watch.ts'
