import type { NetworkSettings } from '@fieldhouse/contract'

/** A transaction where anybody can read it; empty for a chain that nobody shows. */
export const transactionLink = ({ name }: NetworkSettings, id: string): string =>
  name === 'devchain' ? '' : `https://${name === 'mainnet' ? '' : 'testnet.'}waxblock.io/transaction/${id}`
