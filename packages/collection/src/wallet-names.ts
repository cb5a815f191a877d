import type { WalletName } from '@fieldhouse/wallet-login'

/** The wallets' own names (specification, section 2, Login modal). */
export const WALLETS: Record<WalletName, string> = { anchor: 'Anchor', wax: 'Cloud Wallet', wombat: 'Wombat Wallet' }
